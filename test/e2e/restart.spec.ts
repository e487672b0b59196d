import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { scripted } from '../support/scriptedAgent'
import { OpenThread } from './app/openThread'
import { expect, test } from './fixtures'

test.use({ agents: { Claude: scripted('claudeDialect'), Forgetful: scripted('neither'), Shows: scripted('showsPrompt') } })

test('everything is restored after a restart', async ({ ownApp: app }) => {
  mkdirSync(join(app.folders.workspace, 'src'))
  writeFileSync(join(app.folders.workspace, 'src', 'app.ts'), 'export const answer = 42\n')
  const { page } = app
  const thread = new OpenThread(app)
  const timesSeen = async (text: RegExp): Promise<number | undefined> => (await thread.log.ariaSnapshot()).match(text)?.length
  const queued = page.getByRole('list', { name: 'Queued messages' }).getByRole('listitem')
  const draft = 'Look at @src/app.ts '

  // Terminals of Parley's and of an agent's own, a draft with a mention, a turn that is cut off, and messages that wait
  // for one.
  await thread.start()
  await thread.askAndAnswer('run echo $((40+2))-and-once', 'Allow, Allow once')
  const terminalId = await thread.terminal.getAttribute('data-terminal-id')
  await expect.poll(() => timesSeen(/42-and-once/g)).toBe(1)
  await thread.start('Claude')
  await thread.askAndAnswer('run echo $((40+2))-from-claude; exit 4', 'Allow, Allow once')
  await expect(thread.terminal).toHaveAttribute('data-state', 'exited')
  await expect(thread.terminal).toContainText('exit code 4')
  await expect.poll(() => timesSeen(/42-from-claude/g)).toBe(1)
  await thread.start('Shows')
  await thread.message.pressSequentially('Look at @ap')
  await expect(page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option', { selected: true })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(thread.message).toHaveValue(draft)
  await thread.start()
  await thread.send('hang')
  await expect(thread.entries('agent')).toBeVisible()
  for (const text of ['held', 'later']) {
    await thread.message.fill(text)
    await thread.message.press('Enter')
    await expect(queued.filter({ hasText: text })).toBeVisible()
  }
  await queued.filter({ hasText: 'held' }).getByRole('button', { name: 'Hold', exact: true }).press('Enter')
  await expect(queued.first()).toContainText('Held')
  await app.close()
  await app.restart()

  await test.step('the queue is paused until it is resumed, and an interrupted turn can be retried', async () => {
    await expect(thread.link('hang')).toHaveAccessibleDescription(/queue paused/)
    await thread.open('hang')
    await expect(page.getByRole('status').filter({ hasText: 'Queue paused' })).toContainText('Parley was closed')
    await expect(queued).toHaveText([/^held/, /^later/])
    await queued.first().getByRole('button', { name: 'Remove', exact: true }).press('Enter')
    await page.getByRole('button', { name: 'Retry' }).press('Enter')
    await expect(thread.entries('user')).toHaveText(['hang', 'hang'])
    expect(await thread.stop()).toBe('cancelled')
    await expect(thread.entries('turn-end').last().getByRole('button', { name: 'Retry' })).toBeVisible()
    await expect(thread.button('Resume queue')).toBeEnabled()
    await thread.button('Resume queue').press('Enter')
    await expect(thread.entries('user').last()).toHaveText('later')
    await expect(queued).toHaveCount(0)
    await thread.seeEnd()
  })

  await test.step('terminals keep their output', async () => {
    await thread.open('run echo $((40+2))-and-once')
    await thread.unfold()
    await expect(thread.terminal).toHaveAttribute('data-terminal-id', terminalId!)
    await expect(thread.terminal).toHaveAttribute('data-state', 'exited')
    await expect(thread.terminal).toContainText('exit code 0')
    await expect.poll(() => timesSeen(/42-and-once/g)).toBe(1)
    await page.getByRole('navigation', { name: 'Threads' }).getByRole('link', { name: /from-claude/ }).click()
    await expect(thread.entries('user')).toContainText('from-claude')
    await thread.unfold()
    await expect(thread.terminal).toContainText('42-from-claude')
  })

  await test.step('a draft keeps its mentions', async () => {
    await page.getByRole('navigation', { name: 'Threads' }).getByRole('link', { name: 'New thread' }).click()
    await expect(thread.message).toHaveValue(draft)
    await expect(thread.main.getByRole('list', { name: 'Mentions' }).getByRole('listitem')).toHaveCount(1)
  })

  await test.step('a thread whose folder was renamed continues in another folder', async () => {
    const renamed = `${app.folders.workspace}-renamed`
    renameSync(app.folders.workspace, renamed)
    await page.getByRole('navigation', { name: 'Threads' }).getByRole('link', { name: /from-claude/ }).click()
    await thread.send('And on')
    const problem = page.getByRole('alert').filter({ hasText: app.folders.workspace })
    await problem.getByRole('button', { name: 'Continue in another folder…' }).click()
    const form = page.getByRole('dialog', { name: 'Continue with another agent' })
    await expect(form.getByRole('radio', { name: /^Claude/ })).toBeChecked()
    const folder = form.getByRole('textbox', { name: 'Folder', exact: true })
    await expect(folder).toHaveValue(app.folders.workspace)
    await folder.fill(renamed)
    await form.getByRole('button', { name: 'Start' }).click()
    await expect(page.getByRole('list', { name: 'Attachments' })).toContainText('Transcript of run echo $((40+2))-from-claude')
    await expect(problem).toHaveCount(0)
  })
})

test('every thread survives a restart', { tag: '@slow' }, async ({ ownApp: app }) => {
  test.slow() // all kinds of entries are drawn at once, twice
  const thread = new OpenThread(app)

  await test.step('each has its whole transcript, and continues', async () => {
    await app.page.setViewportSize({ width: 1280, height: 5000 })
    await thread.start()
    await thread.ask('think')
    await thread.ask('plan')
    await thread.ask('diff')
    await thread.askAndAnswer('write kept.txt', 'Allow, Allow once')
    await thread.askAndAnswer('run echo $((40+2))-kept', 'Allow, Allow once')
    await thread.ask('image')
    const before = await thread.log.ariaSnapshot()
    await thread.message.fill('not sent yet')
    await app.page.locator('.composer input[type=file]').setInputFiles({
      name: 'notes.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('notes'),
    })
    await expect(app.page.getByText('notes.txt')).toBeVisible()
    await thread.start('Forgetful')
    await thread.ask('remember me')
    await thread.start()
    await thread.send('permission')
    await expect(thread.dialog).toBeVisible()

    await app.restart()
    await app.page.setViewportSize({ width: 1280, height: 5000 })
    await expect(app.page.getByRole('navigation', { name: 'Threads' }).getByRole('link')).toHaveCount(3)

    await thread.open('think')
    await expect(thread.state).toContainText('Sleeping')
    await thread.unfold()
    await expect.poll(() => thread.log.ariaSnapshot()).toBe(before)
    await expect(thread.message).toHaveValue('not sent yet')
    await app.page.getByRole('button', { name: 'Remove notes.txt' }).click()
    expect(await thread.ask('hello')).toBe('end_turn')
    await expect(thread.entries('notice')).toHaveCount(0)

    await thread.open('remember me')
    await expect(thread.entries('agent')).toHaveText('You said: remember me. That makes 1.')
    expect(await thread.ask('and on')).toBe('end_turn')
    await expect(thread.entries('notice')).toContainText('does not remember')
    await expect(thread.entries('user')).toHaveText(['remember me', 'and on'])
  })

  await test.step('a turn that was open when Parley quit is closed, and its thread continues', async () => {
    await thread.open('permission')
    await expect(thread.dialog).toBeHidden()
    await expect(thread.entries('turn-end')).toHaveCount(1)
    await expect(thread.tool('Water the plants')).toHaveAttribute('data-status', 'cancelled')
    expect(await thread.ask('hello')).toBe('end_turn')
  })
})
