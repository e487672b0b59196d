import type { Page } from '@playwright/test'
import { hostile } from '../support/scriptedAgent'
import { OpenThread } from './app/openThread'
import { expect, test } from './fixtures'

test.use({
  agents: { Forms: hostile('wire/hugeForms'), Values: hostile('wire/manyValues'), Options: hostile('wire/oddOptions') },
})

/** A page that is blocked for longer looks broken. */
const longestTaskMs = 2_000

test('a hostile question does not freeze the page', { tag: '@slow' }, async ({ app }) => {
  const thread = new OpenThread(app)
  const longest = await longestTask(app.page)

  await test.step('with a pattern that never finishes, and fields of wrong types', async () => {
    await thread.start('Forms')
    await thread.send('ask')
    const form = thread.main.getByRole('form', { name: 'Question from Forms' })
    await expect(form.getByRole('textbox', { name: 'slow' })).toHaveValue(/^a{40}!$/)
    await expect(form).toContainText('This kind of question (unknown) is not supported.')
    await form.getByRole('textbox', { name: 'text' }).fill('words')
    await form.getByRole('button', { name: 'Submit' }).click()
    await expect(form).toContainText('It must match the pattern ^(a+)+$')
    await form.getByRole('textbox', { name: 'slow' }).fill('a'.repeat(30))
    await form.getByRole('button', { name: 'Submit' }).click()

    await expect(thread.entries('agent').last()).toContainText('Odd: {"action":"accept"')
  })

  await test.step('with an option name of millions of characters', async () => {
    await thread.start('Options')
    await thread.send('ask')
    await thread.answer(/^No, No, .*Reject once/)

    await expect(thread.entries('agent').last()).toContainText('Named oddly: {"outcome":"selected","optionId":"no"}')
  })

  await test.step('with thousands of values, and commands with misleading names', async () => {
    await thread.start('Values')
    expect(await thread.ask('go')).toBe('end_turn')
    await thread.message.fill('/')
    const suggestions = app.page.getByRole('listbox', { name: 'Suggestions' })
    await expect(suggestions.getByRole('option')).toHaveCount(50)
    await expect(suggestions).toContainText('950 more: type to find them')
    await expect(suggestions).toContainText('/⟨U+202E⟩command⟨U+200B⟩0')
    await expect(suggestions).toContainText('<img src=x>')
    await thread.message.fill('')
    await expect(app.page.getByRole('group', { name: 'Options' }).getByRole('button', { name: /^grouped: / })).toBeVisible()
  })

  expect(await longest()).toBeLessThan(longestTaskMs)
})

/** Measures from now on the longest time that the page was blocked. */
async function longestTask(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const state = window as unknown as { longest: number }
    state.longest = 0
    let last = performance.now()
    setInterval(() => {
      const now = performance.now()
      state.longest = Math.max(state.longest, now - last)
      last = now
    }, 20)
  })
  return () => page.evaluate(() => (window as unknown as { longest: number }).longest)
}
