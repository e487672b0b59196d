import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { OpenThread } from './app/openThread'
import { expect, test } from './fixtures'

test('a new file is written after its content was shown and allowed', async ({ app }) => {
  const path = join(app.folders.workspace, 'sub/hello.txt')
  const thread = new OpenThread(app)
  await thread.start()
  await thread.send('write sub/hello.txt Good morning')
  await expect(thread.dialog.getByRole('group', { name: `Change of ${path}` })).toContainText('Good morning')
  expect(existsSync(path)).toBe(false)
  await thread.answer('Allow, Allow once')

  await expect(thread.entries('agent')).toContainText('I have written hello.txt.')
  expect(readFileSync(path, 'utf8')).toBe('Good morning\n')
  await expect(thread.log.getByRole('region', { name: `Diff of ${path}` })).toContainText('New file')
  await expect(thread.tool('Write hello.txt')).toHaveAttribute('data-status', 'completed')
  await expect(thread.tool('Write hello.txt')).not.toContainText('not asked')
})

test('a file is read, changed and written back', async ({ app }) => {
  const path = join(app.folders.workspace, 'notes.txt')
  writeFileSync(path, 'one\r\ntwo\r\nthree\r\n')
  const thread = new OpenThread(app)
  await thread.start()
  expect(await thread.askAndAnswer('edit notes.txt two -> 2', 'Allow, Allow once')).toBe('end_turn')

  expect(readFileSync(path, 'utf8')).toBe('one\r\n2\r\nthree\r\n')
  const diff = thread.log.getByRole('region', { name: `Diff of ${path}` })
  await expect(diff).toContainText('two')
  await expect(diff.getByTitle(path, { exact: true })).toHaveText('notes.txt')
  await expect(thread.tool('Edit notes.txt')).toContainText('+1 −1')
  await expect(thread.tool('Read notes.txt')).toHaveAttribute('data-kind', 'read')
})

test('a file stays as it is when the person says no', async ({ app }) => {
  const path = join(app.folders.workspace, 'notes.txt')
  writeFileSync(path, 'mine\n')
  const thread = new OpenThread(app)
  await thread.start()
  expect(await thread.askAndAnswer('edit notes.txt mine -> yours', 'Reject, Reject once')).toBe('end_turn')
  expect(readFileSync(path, 'utf8')).toBe('mine\n')
  await expect(thread.tool('Edit notes.txt')).toHaveAttribute('data-status', 'failed')
})

test('a write without a question is marked', async ({ app }) => {
  const thread = new OpenThread(app)
  await thread.start()
  await thread.main.getByRole('combobox', { name: 'Mode', exact: true }).selectOption('Act')
  expect(await thread.ask('write quietly.txt')).toBe('end_turn')
  await expect(thread.tool('Write quietly.txt')).toContainText('not asked')
  expect(existsSync(join(app.folders.workspace, 'quietly.txt'))).toBe(true)
})

test('a missing file is reported in the transcript', async ({ app }) => {
  const path = join(app.folders.workspace, 'nowhere.txt')
  const thread = new OpenThread(app)
  await thread.start()
  expect(await thread.ask('read nowhere.txt')).toBe('end_turn')
  await expect(thread.log).toContainText(`File not found: ${path}`)
})

test('a file is read from the line that the agent asks for', async ({ app }) => {
  writeFileSync(join(app.folders.workspace, 'lines.txt'), Array.from({ length: 20 }, (_, index) => `line ${index + 1}\n`).join(''))
  const thread = new OpenThread(app)
  await thread.start()
  expect(await thread.ask('read lines.txt 5 2')).toBe('end_turn')
  await expect(thread.entries('agent')).toContainText('2 lines')
  await expect(thread.entries('agent')).toContainText('line 5')
  await expect(thread.entries('agent')).not.toContainText('line 7')
})

test('a file outside the folder is read when the person allows it', async ({ app }) => {
  const path = join(app.folders.outside, 'outside.txt')
  writeFileSync(path, 'from outside\n')
  const thread = new OpenThread(app)
  await thread.start()
  expect(await thread.askAndAnswer(`outside ${path}`, 'Allow once')).toBe('end_turn')
  await expect(thread.entries('agent')).toContainText('from outside')
})
