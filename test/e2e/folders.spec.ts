import { mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { scripted } from '../support/scriptedAgent'
import { OpenThread } from './app/openThread'
import { expect, test } from './fixtures'

test.use({ agents: { Folders: scripted('foldersAgent'), One: scripted('foldersAgent', { ONE_FOLDER: '1' }) } })

test('a thread', { tag: '@slow' }, async ({ app }) => {
  const more = join(app.folders.outside, 'shared')
  mkdirSync(more)
  const form = app.page.getByRole('dialog', { name: 'New thread' })

  await test.step('can have several folders, which the form completes and checks', async () => {
    await app.page.getByRole('button', { name: 'New thread' }).click()
    await form.getByRole('radio', { name: /^Folders/ }).check()
    const folder = form.getByRole('textbox', { name: 'Folder', exact: true })
    await folder.fill(app.folders.workspace.slice(0, -1))
    await form.getByRole('option', { name: basename(app.folders.workspace) }).click()
    await expect(folder).toHaveValue(`${app.folders.workspace}/`)
    await form.getByRole('button', { name: 'Add another folder' }).click()
    await expect(form.getByRole('textbox', { name: 'Folder 2' })).toBeFocused()
    await form.getByRole('textbox', { name: 'Folder 2' }).fill(more)
    await form.getByRole('button', { name: 'Add another folder' }).click()
    await form.getByRole('textbox', { name: 'Folder 3' }).fill(join(app.folders.workspace, 'missing'))
    await form.getByRole('button', { name: 'Start' }).click()
    await expect(form.getByRole('alert')).toContainText('does not exist')
    await form.getByRole('button', { name: 'Remove folder 3' }).click()
    await form.getByRole('button', { name: 'Start' }).click()
    await expect(form).toBeHidden()

    const thread = new OpenThread(app)
    await thread.ask('opened')
    await expect(thread.entries('agent').last()).toContainText(`"additionalDirectories":["${realpathSync(more)}"]`)
    await expect(thread.main.locator('header').first()).toContainText('workspace +1')
  })

  await test.step('says so when its agent supports only one folder', async () => {
    await app.page.getByRole('button', { name: 'New thread' }).click()
    await form.getByRole('radio', { name: /^One/ }).check()
    await form.getByRole('textbox', { name: 'Folder', exact: true }).fill(app.folders.workspace)
    await form.getByRole('button', { name: 'Add another folder' }).click()
    await form.getByRole('textbox', { name: 'Folder 2' }).fill(more)
    await form.getByRole('button', { name: 'Start' }).click()

    await expect(new OpenThread(app).entries('notice')).toContainText('One only knows the first folder of this thread')
  })

  await test.step('needs no folder, and its scratch folder is deleted with it', async () => {
    await app.page.getByRole('button', { name: 'New thread' }).click()
    await form.getByRole('radio', { name: /^Folders/ }).check()
    await form.getByRole('checkbox', { name: 'No folder' }).check()
    await expect(form.getByRole('textbox', { name: 'Folder', exact: true })).toBeHidden()
    await form.getByRole('button', { name: 'Start' }).click()
    await expect(form).toBeHidden()

    const thread = new OpenThread(app)
    await thread.ask('opened')
    await expect(thread.entries('agent').last()).toContainText('scratch-')
    await expect(thread.main.locator('header').first()).toContainText('Scratch folder')
    const scratch = /\/[^"\s]*scratch-[0-9a-f]{24}/.exec(await thread.entries('agent').last().innerText())?.[0] ?? ''
    writeFileSync(join(scratch, 'note.txt'), '')
    await app.page.getByRole('navigation', { name: 'Threads' }).getByRole('link', { name: 'opened' }).first().press('Delete')
    const question = app.page.getByRole('dialog', { name: 'Delete thread' })
    await expect(question).toContainText('Its scratch folder goes too, with 1 file.')
    await expect(question).toContainText('For 10 seconds you can undo this.')
    await question.getByRole('button', { name: 'Cancel' }).click()
  })
})
