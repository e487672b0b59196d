import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { OpenThread } from './app/openThread'
import { expect, test } from './fixtures'

test('a file', { tag: '@slow' }, async ({ app }) => {
  const inWorkspace = (name: string): string => join(app.folders.workspace, name)
  const thread = new OpenThread(app)
  const answer = thread.entries('agent').last()
  await thread.start()

  await test.step('is created after its content was shown and allowed', async () => {
    const path = inWorkspace('sub/hello.txt')
    await thread.send('write sub/hello.txt Good morning')
    await expect(thread.dialog.getByRole('group', { name: `Change of ${path}` })).toContainText('Good morning')
    expect(existsSync(path)).toBe(false)
    await thread.answer('Allow, Allow once')

    await expect(answer).toContainText('I have written hello.txt.')
    expect(readFileSync(path, 'utf8')).toBe('Good morning\n')
    await thread.seeEnd()
    await expect(thread.log.getByRole('region', { name: `Diff of ${path}` })).toContainText('New file')
    await expect(thread.tool('Write hello.txt')).toHaveAttribute('data-status', 'completed')
    await expect(thread.tool('Write hello.txt').getByRole('img', { name: 'not asked' })).toHaveCount(0)
    await expect(thread.state).toHaveText('Ready')
  })

  await test.step('is read, changed and written back', async () => {
    const path = inWorkspace('notes.txt')
    writeFileSync(path, 'one\r\ntwo\r\nthree\r\n')
    expect(await thread.askAndAnswer('edit notes.txt two -> 2', 'Allow, Allow once')).toBe('end_turn')

    expect(readFileSync(path, 'utf8')).toBe('one\r\n2\r\nthree\r\n')
    const diff = thread.log.getByRole('region', { name: `Diff of ${path}` })
    await expect(diff).toContainText('two')
    await expect(diff.getByTitle(path, { exact: true })).toHaveText('notes.txt')
    await expect(thread.tool('Edit notes.txt')).toContainText('+1 −1')
    await expect(thread.tool('Read notes.txt')).toHaveAttribute('data-kind', 'read')
  })

  await test.step('stays unchanged if the person rejects the change', async () => {
    const path = inWorkspace('mine.txt')
    writeFileSync(path, 'mine\n')
    expect(await thread.askAndAnswer('edit mine.txt mine -> yours', 'Reject, Reject once')).toBe('end_turn')
    expect(readFileSync(path, 'utf8')).toBe('mine\n')
    await expect(thread.tool('Edit mine.txt')).toHaveAttribute('data-status', 'failed')
  })

  await test.step('that is missing is reported in the transcript', async () => {
    expect(await thread.ask('read nowhere.txt')).toBe('end_turn')
    await expect(thread.log).toContainText(`File not found: ${inWorkspace('nowhere.txt')}`)
  })

  await test.step('is read from the line that the agent asks for', async () => {
    writeFileSync(inWorkspace('lines.txt'), Array.from({ length: 20 }, (_, index) => `line ${index + 1}\n`).join(''))
    expect(await thread.ask('read lines.txt 5 2')).toBe('end_turn')
    await expect(answer).toContainText('2 lines')
    await expect(answer).toContainText('line 5')
    await expect(answer).not.toContainText('line 7')
  })

  await test.step('outside the folder is read when the person allows it', async () => {
    const path = join(app.folders.outside, 'outside.txt')
    writeFileSync(path, 'from outside\n')
    expect(await thread.askAndAnswer(`outside ${path}`, 'Allow once')).toBe('end_turn')
    await expect(answer).toContainText('from outside')
  })

  await test.step('that is written without a question is marked', async () => {
    await thread.main.getByRole('combobox', { name: 'Mode', exact: true }).selectOption('Act')
    expect(await thread.ask('write quietly.txt')).toBe('end_turn')
    await expect(thread.tool('Write quietly.txt').getByRole('img', { name: 'not asked' })).toBeVisible()
    await expect(thread.entries('turn-end').last()).toContainText('1 change made without asking (“Act” mode)')
    expect(existsSync(inWorkspace('quietly.txt'))).toBe(true)
  })
})
