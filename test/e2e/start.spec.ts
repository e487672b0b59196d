import { expectConfined } from './app/expectConfined'
import { expect, test } from './fixtures'

test('opens on an empty data folder with the list of threads, and again on the same data', async ({ ownApp: app }) => {
  await expect(app.page.getByRole('navigation', { name: 'Threads' })).toBeVisible()
  await expect(app.page.getByRole('button', { name: 'New thread' }).first()).toBeVisible()
  await app.page.keyboard.press('ControlOrMeta+B')
  await expect(app.page.getByRole('navigation', { name: 'Threads' })).toBeHidden()
  // The port and the browser's storage are new; what was hidden is hidden still.
  await app.restart()
  await app.page.getByRole('button', { name: 'Show threads' }).click()
  await expect(app.page.getByRole('navigation', { name: 'Threads' })).toBeVisible()
})

test('what runs in the page', async ({ app }) => {
  await expectConfined(app)
})
