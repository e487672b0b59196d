import { scripted } from '../support/scriptedAgent'
import { OpenThread } from './app/openThread'
import { expect, test } from './fixtures'

test.use({ agents: { Shows: scripted('showsPrompt', { EMBEDDED: '1' }) } })

test('an earlier message is edited and sent again by keyboard in a branch', { tag: '@slow' }, async ({ app }) => {
  const thread = new OpenThread(app)
  const edit = (text: string) => thread.entries('user').filter({ hasText: text }).getByRole('button', { name: 'Edit and resend' })
  const box = () => app.page.getByRole('textbox', { name: 'Edit message' })
  await thread.start('Shows')
  await thread.ask('Count the files')
  await thread.ask('Count the lines')

  await test.step('Escape leaves the message unchanged', async () => {
    await edit('Count the lines').press('Enter')
    await expect(box()).toBeFocused()
    await app.page.keyboard.type(' not')
    await app.page.keyboard.press('Escape')
    await expect(edit('Count the lines')).toBeFocused()
  })

  await test.step('Enter continues in a branch with the conversation up to there', async () => {
    await edit('Count the lines').press('Enter')
    await expect(box()).toHaveValue('Count the lines')
    await box().fill('Count the words')
    await box().press('Enter')
    await expect(thread.main.getByRole('heading', { name: 'Count the files (edited)' })).toBeVisible()
    await expect(thread.entries('agent').last()).toContainText('[resource text/markdown]')
    await expect(thread.entries('user')).toHaveText([/^Count the files/, /^Count the words/])
    await expect(thread.entries('notice')).toContainText('Branched from Count the files')
    await thread.entries('notice').getByRole('link', { name: 'Count the files' }).press('Enter')
    await expect(thread.entries('user').last()).toContainText('Count the lines')
    await thread.entries('notice').getByRole('link', { name: 'Count the files (edited)' }).press('Enter')
    await expect(thread.entries('user').last()).toContainText('Count the words')
  })

  await test.step('a refused message is edited below the notice', async () => {
    await thread.start()
    expect(await thread.ask('refuse')).toBe('refusal')
    const end = thread.entries('turn-end')
    await expect(end).toContainText('The agent refused. It won’t remember this message.')
    await end.getByRole('button', { name: 'Edit and resend' }).press('Enter')
    await expect(box()).toHaveValue('refuse')
    await app.page.keyboard.press('Escape')
    await expect(end.getByRole('button', { name: 'Edit and resend' })).toBeFocused()
    await app.page.keyboard.press('Enter')
    await box().fill('hello')
    await box().press('Enter')
    await expect(thread.entries('notice')).toContainText('Branched from refuse')
    await expect(thread.entries('user')).toHaveText(['hello'])
  })
})
