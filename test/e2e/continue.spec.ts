import { scripted } from '../support/scriptedAgent'
import { OpenThread } from './app/openThread'
import { expect, test } from './fixtures'

test.use({ agents: { First: scripted('showsPrompt'), Other: scripted('showsPrompt', { EMBEDDED: '1' }) } })

test('another agent continues a thread', { tag: '@slow' }, async ({ app }) => {
  const { page } = app
  const thread = new OpenThread(app)
  const attachments = page.getByRole('list', { name: 'Attachments' })

  await test.step('and gets its transcript', async () => {
    await thread.start('First')
    await thread.ask('Count the files')

    await thread.button('Thread menu').focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('menuitem').first()).toBeFocused()
    await page.keyboard.press('c')
    await expect(page.getByRole('menuitem', { name: 'Continue with another agent' })).toBeFocused()
    await page.keyboard.press('Enter')
    const form = page.getByRole('dialog', { name: 'Continue with another agent' })
    await expect(form.getByRole('radio', { name: /^Other/ })).toBeChecked()
    await expect(form.getByRole('textbox', { name: 'Folder', exact: true })).toHaveValue(app.folders.workspace)
    await expect(form).toContainText('showsPrompt.ts')
    await form.getByRole('button', { name: 'Start' }).click()

    await expect(thread.entries('notice')).toHaveText(/Continues Count the files \(First\)/)
    await expect(attachments).toContainText(/Transcript of Count the files · \d+ B/)
    await attachments.getByRole('button', { name: 'Preview Transcript of Count the files' }).click()
    const preview = page.getByRole('dialog', { name: 'Transcript of Count the files' })
    await expect(preview).toContainText('> Count the files')
    await preview.getByRole('button', { name: 'Close' }).click()
    await page.reload()
    await expect(attachments).toContainText('Transcript of Count the files')

    await thread.ask('Go on')
    await expect(thread.entries('agent').last()).toContainText('[resource text/markdown]')
    await expect(attachments).toBeHidden()
    await thread.entries('notice').getByRole('link', { name: 'Count the files' }).click()
    await expect(thread.main.getByRole('heading', { name: 'Count the files', exact: true })).toBeVisible()
  })

  await test.step('without its transcript if the person removes it, even after a reload', async () => {
    await page.keyboard.press('Control+k')
    await page.getByRole('option', { name: 'Continue with another agent' }).click()
    await page.getByRole('dialog', { name: 'Continue with another agent' }).getByRole('button', { name: 'Start' }).click()

    await attachments.getByRole('button', { name: 'Remove Transcript of Count the files' }).click()
    await page.reload()
    await expect(thread.message).toBeVisible()
    await thread.ask('Begin anew')

    await expect(thread.entries('agent').last()).toHaveText('[text ] Begin anew')
  })
})
