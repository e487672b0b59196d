import type { TestThread } from '../support/testThread'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { scripted } from '../support/scriptedAgent'
import { testHost, type TestHost } from '../support/testHost'

async function threadWithFile(name = 'notes.txt'): Promise<{ host: TestHost, thread: TestThread, uri: string, path: string }> {
  const host = await testHost({ agents: { Taker: scripted('takesContent') } })
  const thread = await host.startThread('Taker')
  const { uri } = await host.client.keepAttachment({
    threadId: thread.threadId,
    name,
    data: Buffer.from('from the clipboard').toString('base64'),
  })
  return { host, thread, uri, path: fileURLToPath(uri) }
}

it('keeps a file sent as a link private, and lets only its thread\'s agent read it', async () => {
  const { host, thread, uri, path } = await threadWithFile()
  expect(readFileSync(path, 'utf8')).toBe('from the clipboard')
  expect([statSync(path).mode & 0o777, path.startsWith(host.dataFolder)]).toEqual([0o600, true])

  const message = [{ type: 'text' as const, text: 'read' }, { type: 'resource_link' as const, uri, name: 'notes.txt' }]
  await thread.ask(message)
  expect(thread.of('permission')).toHaveLength(0)
  expect(thread.text).toContain('It says: from the clipboard')

  const other = await host.startThread('Taker')
  await other.ask(message, { answer: 'deny' })
  expect(other.of('permission')).toHaveLength(1)
  expect(other.text).not.toContain('from the clipboard')
})

it('gives no access to other files of the data folder', async () => {
  const { host, thread } = await threadWithFile()
  const uri = `file://${join(host.dataFolder, 'parley.db')}`
  await thread.ask([{ type: 'text', text: 'read' }, { type: 'resource_link', uri, name: 'db' }])
  expect(thread.of('permission')).toHaveLength(0)
  expect(thread.text).toContain('outside')
})

it.each([
  ['../../../settings.json', 'settings.json'],
  ['..', 'attachment'],
  ['a\u202Egnp.exe', 'a_gnp.exe'],
  ['ä ö.txt', 'ä ö.txt'],
])('keeps a file called %j in the attachments folder, under a safe name', async (name, kept) => {
  const { host, path } = await threadWithFile(name)
  expect(path.startsWith(join(host.dataFolder, 'attachments'))).toBe(true)
  expect(path.endsWith(kept)).toBe(true)
  expect(readFileSync(path, 'utf8')).toBe('from the clipboard')
})

it('deletes the file with its thread', async () => {
  const { host, thread, path } = await threadWithFile()
  await host.client.deleteThread({ threadId: thread.threadId })
  expect(existsSync(path)).toBe(false)
  await expect(host.client.keepAttachment({ threadId: thread.threadId, name: 'x', data: '' })).rejects.toMatchObject({ code: 'not_found' })
})

it('deletes no file if the thread id is invalid', async () => {
  const { host, path } = await threadWithFile()
  for (const threadId of ['', '.', '..', '../attachments'])
    await host.client.deleteThread({ threadId })
  expect(readFileSync(path, 'utf8')).toBe('from the clipboard')
})
