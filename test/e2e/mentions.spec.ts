import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { scripted } from '../support/scriptedAgent'
import { OpenThread } from './app/openThread'
import { expect, test } from './fixtures'

test.use({ agents: { Shows: scripted('showsPrompt') } })

test('a mention', async ({ app }) => {
  const path = join(app.folders.workspace, 'src', 'app.ts')
  mkdirSync(join(app.folders.workspace, 'src'))
  writeFileSync(path, 'export const answer = 42\n')
  writeFileSync(join(app.folders.workspace, '.gitignore'), 'local.txt\n')
  writeFileSync(join(app.folders.workspace, 'local.txt'), 'mine\n')
  const thread = new OpenThread(app)
  const { page } = app
  const suggestions = page.getByRole('listbox', { name: 'Suggestions' })
  const chosen = suggestions.getByRole('option', { selected: true })
  const chips = () => thread.main.getByRole('list', { name: 'Mentions' })
  await thread.start('Shows')
  expect(await thread.ask('Count the files')).toBe('end_turn')
  await thread.start('Shows')

  await test.step('completes a file or a thread by keyboard', async () => {
    await thread.message.pressSequentially('Look at @ap')
    await expect(chosen).toHaveAccessibleName('File src/app.ts')
    await expect(suggestions.locator('mark')).toHaveText(['ap'])
    await page.keyboard.press('Enter')
    await expect(thread.message).toHaveValue('Look at @src/app.ts ')
    await thread.message.pressSequentially('as in @count')
    await expect(chosen).toHaveAccessibleName('Thread Count the files Shows')
    await page.keyboard.press('Tab')
    await thread.message.pressSequentially('and @local')
    await expect(suggestions).toBeHidden()
    await thread.message.pressSequentially('.txt')
    await expect(chosen).toHaveAccessibleName('File local.txt')
    await page.keyboard.press('Escape')
    await expect(suggestions).toBeHidden()
    await expect(thread.message).toHaveValue('Look at @src/app.ts as in @Count the files and @local.txt')
    await expect(chips().getByRole('listitem')).toHaveCount(2)
  })

  await test.step('is removed with its chip, and restored by Undo', async () => {
    const message = thread.message
    await chips().getByRole('button', { name: 'Remove src/app.ts' }).focus()
    await app.page.keyboard.press('Enter')
    await expect(message).toHaveValue('Look at as in @Count the files and @local.txt')
    await expect(chips().getByRole('listitem')).toHaveCount(1)
    await expect(message).toBeFocused()
    await app.page.keyboard.press('ControlOrMeta+z')
    await expect(message).toHaveValue('Look at @src/app.ts as in @Count the files and @local.txt')
    await expect(chips().getByRole('listitem')).toHaveCount(2)
  })

  await test.step('is sent as a link, and opens from the sent message', async () => {
    await thread.message.press('Enter')
    await expect(thread.entries('turn-end')).toHaveCount(1)
    const answer = thread.entries('agent').last()
    await expect(answer).toContainText('[text ] Look at @src/app.ts as in @Count the files and @local.txt')
    await expect(answer).toContainText(`[resource_link text/x-typescript] ${pathToFileURL(path).href} 25`)
    await expect(answer).toContainText('[text ] # Transcript of Count the files')
    await expect(chips()).toBeHidden()
    await thread.entries('user').getByRole('button', { name: 'src/app.ts' }).press('Enter')
    await expect(app.page.getByRole('dialog', { name: 'src/app.ts' })).toContainText('answer = 42')
    await app.page.keyboard.press('Escape')
    await thread.entries('user').getByRole('link', { name: 'Count the files' }).press('Enter')
    await expect(thread.main.getByRole('heading', { name: 'Count the files' })).toBeVisible()
  })
})
