import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { OpenThread } from './app/openThread'
import { expect, test } from './fixtures'

const options = ['Allow once', 'Allow for this thread', 'Always allow in this folder', 'Deny', 'Deny all for this turn']

test('Parley itself asks', { tag: '@slow' }, async ({ ownApp: app }) => {
  const thread = new OpenThread(app)
  await thread.start()

  await test.step('and offers to allow read-only commands, until that is switched off in Rules', async () => {
    await thread.send('unasked')
    await thread.dialog.getByRole('button', { name: 'Allow them' }).click()
    await expect(thread.entries('turn-end').last()).toContainText('1 command run without asking: read-only commands run unasked')
    await app.page.getByRole('button', { name: 'Rules' }).click()
    const rules = app.page.getByRole('region', { name: 'Rules' })
    await expect(rules.getByRole('checkbox', { name: 'Read-only commands' })).toBeChecked()
    await rules.getByRole('checkbox', { name: 'Read-only commands' }).uncheck()
    await thread.start()
  })

  await test.step('about a command without an approval', async () => {
    await thread.send('unasked')
    await thread.expectOptions(options)
    await expect(thread.dialog).toContainText('echo "Nobody asked you about me"')
    await expect(thread.dialog).toContainText(app.folders.workspace)
    await expect(thread.dialog).toContainText('All its commands in this thread')
    await expect(thread.dialog).toContainText('Lets Demo agent run any code as you.')
    await thread.answer('Allow once')
    await thread.seeEnd()
    await expect(thread.terminal).toContainText('Nobody asked you about me')
    await expect(thread.entries('permission')).toContainText('Parley asked')

    expect(await thread.askAndAnswer('unasked once more', 'Deny')).toBe('end_turn')
    await expect(thread.entries('agent').last()).toContainText('I could not run')
    await expect(thread.terminal).toHaveCount(1)
  })

  await test.step('about a path outside the folder, and reports a denial to the agent', async () => {
    const outside = join(app.folders.outside, 'notes.txt')
    await thread.send(`outside ${outside}`)
    await thread.expectOptions(options)
    await expect(thread.dialog).toContainText(outside)
    await thread.answer('Deny')
    await expect(thread.log).toContainText('File access denied: path outside workspace')
    await expect(thread.entries('permission').last()).toContainText('You chose: Deny')
  })

  await test.step('each time about a file that controls programs', async () => {
    await thread.main.getByRole('combobox', { name: 'Mode', exact: true }).selectOption('Act')
    await thread.send('write AGENTS.md Be kind')
    await thread.expectOptions(['Allow once', 'Deny', 'Deny all for this turn'])
    await thread.answer('Allow once')
    await expect(thread.entries('agent').last()).toContainText('I have written AGENTS.md')
    expect(readFileSync(join(app.folders.workspace, 'AGENTS.md'), 'utf8')).toBe('Be kind\n')
  })

  await test.step('not again in a thread that allows the command', async () => {
    await thread.start()
    await thread.askAndAnswer('unasked', 'Allow for this thread')
    expect(await thread.ask('unasked again')).toBe('end_turn')
    await expect(thread.terminal).toHaveCount(2)
  })

  await test.step('not again in a folder that allows it, even after a restart', async () => {
    await thread.start()
    await thread.send('unasked in another thread')
    await thread.expectOptions(options)
    await thread.answer('Always allow in this folder')
    await thread.seeEnd()
    await expect(thread.terminal).toContainText('Nobody asked you about me')
    await app.restart()
    await thread.start()
    expect(await thread.ask('unasked after a restart')).toBe('end_turn')
    await expect(thread.terminal).toContainText('Nobody asked you about me')
  })
})
