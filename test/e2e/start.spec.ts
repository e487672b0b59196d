import { expectConfined } from './app/expectConfined'
import { expect, test } from './fixtures'

test('opens on an empty data folder with the list of threads, and again on the same data', async ({ ownApp: app }) => {
  await expect(app.page.getByRole('navigation', { name: 'Threads' })).toBeVisible()
  await expect(app.page.getByRole('button', { name: 'New thread' }).first()).toBeVisible()
  await app.restart()
  await expect(app.page.getByRole('navigation', { name: 'Threads' })).toBeVisible()
})

test('what runs in the page', async ({ app }) => {
  await expectConfined(app)
})
