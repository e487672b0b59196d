import { setTimeout as pause } from 'node:timers/promises'
import { expectConfined } from './app/expectConfined'
import { expect, test } from './fixtures'

test('opens on an empty data folder, and again on the same data, with a page that is confined', async ({ ownApp: app }) => {
  await expect(app.page.getByRole('navigation', { name: 'Threads' })).toBeVisible()
  await expect(app.page.getByRole('button', { name: 'New thread' }).first()).toBeVisible()
  await app.page.keyboard.press('ControlOrMeta+B')
  await expect(app.page.getByRole('navigation', { name: 'Threads' })).toBeHidden()
  const message = () => app.page.getByRole('textbox', { name: 'Message', exact: true })
  const agent = () => app.page.getByRole('radiogroup', { name: 'Agent' }).getByRole('radio', { checked: true })
  await message().fill('Paint the fence')
  await app.page.getByRole('button', { name: /^Folder: / }).click()
  await app.page.getByRole('textbox', { name: 'Folder' }).fill('/no/such/garden')
  await app.page.getByRole('radio', { name: /^Claude Agent/ }).check()
  await pause(1_000) // choices of the last 0.9 s may not be stored yet
  // The port and the browser's storage are new; hidden parts are still hidden, and drafts are there.
  await app.restart()
  await expect(message()).toHaveValue('Paint the fence')
  await expect(app.page.getByRole('button', { name: 'Folder: garden' })).toBeVisible()
  await expect(agent()).toHaveAccessibleName(/^Claude Agent/)
  await app.page.getByRole('button', { name: 'Show threads' }).click()
  await expect(app.page.getByRole('navigation', { name: 'Threads' })).toBeVisible()
  await expectConfined(app)
})
