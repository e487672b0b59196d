import { OpenThread } from './app/openThread'
import { expect, test } from './fixtures'

test('a long thread can be scrolled to its start after a reload', { tag: '@slow' }, async ({ app }) => {
  const thread = new OpenThread(app)
  const { page } = app
  const first = thread.entries('user').filter({ hasText: 'hello at first' })
  const work = thread.log.getByRole('button', { name: /^Worked for/ })
  await thread.start()
  await thread.finish('hello at first')
  await thread.finish('flood 700')
  await thread.finish('hello at last')

  await test.step('a fold that contains everything loaded does not hide earlier entries, and counts them all', async () => {
    await page.reload()
    await expect(thread.entries('user').filter({ hasText: 'hello at last' })).toBeVisible()
    await expect(work).toHaveText(/^Worked for (?!more than)/)
    await expect(thread.entries('user').filter({ hasText: 'flood 700' })).toBeAttached()
  })

  await test.step('Home reaches the first entry', async () => {
    await thread.log.focus()
    await expect(async () => {
      await page.keyboard.press('Home')
      await expect(first).toBeInViewport({ timeout: 500 })
    }).toPass()
  })
})
