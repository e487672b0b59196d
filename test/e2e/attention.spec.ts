import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { OpenThread } from './app/openThread'
import { expect, test } from './fixtures'

// Host and unit tests check what counts as news, and where it leads.
test('an event in another thread', { tag: '@slow' }, async ({ app }) => {
  const { page } = app
  const thread = new OpenThread(app)
  // The waiting question has its own line.
  const line = page.getByRole('region', { name: 'Notices' }).getByRole('listitem').filter({ hasText: 'Finished' })
  await thread.start()
  await thread.send('permission')
  await expect(thread.dialog).toBeVisible()
  await thread.start()
  await thread.send('run until [ -e go ]; do sleep 0.1; done')
  await thread.answer('Allow, Allow once')
  await thread.start()
  const ended = thread.link('run until [ -e go ]')

  await test.step('is shown in a toast that opens the thread, and marked until it is seen', async () => {
    writeFileSync(join(app.folders.workspace, 'go'), '')
    await expect(line).toContainText('Finished: run until [ -e go ]')
    await expect(ended).toHaveAccessibleDescription(/finished .*, not seen yet$/)
    await line.getByRole('button', { name: 'Open' }).click()
    await expect(thread.main.getByRole('heading', { name: 'run until [ -e go ]' })).toBeVisible()
    await expect(line).toBeHidden()
    await expect(ended).toHaveAccessibleDescription(/^(?!.*not seen)/)
  })

  await test.step('that waits for an answer is reached by one shortcut', async () => {
    await page.setViewportSize({ width: 600, height: 800 })
    await expect(page.getByRole('complementary', { name: 'Sidebar' })).toBeHidden()
    await expect(thread.button('1 waiting')).toBeVisible()
    await page.keyboard.press('Alt+W')
    await expect(thread.dialog).toBeFocused()
    await expect(thread.button('Stop')).toBeInViewport({ ratio: 1 })
    await thread.stop()
    await expect(thread.button('1 waiting')).toBeHidden()
  })
})
