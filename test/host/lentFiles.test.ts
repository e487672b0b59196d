import type { TestThread } from '../support/testThread'
import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'
import { scripted } from '../support/scriptedAgent'
import { temporaryFolder } from '../support/temporaryFolder'
import { testHost, type TestHost } from '../support/testHost'

async function desktop(): Promise<{ host: TestHost, thread: TestThread, outside: string }> {
  const host = await testHost({ agents: { Taker: scripted('takesContent') }, shell: 'desktop' })
  return { host, thread: await host.startThread('Taker'), outside: temporaryFolder('parley-outside-') }
}

async function read(thread: TestThread, uri: string): Promise<{ questions: number, said: string }> {
  const before = thread.of('permission').length
  await thread.ask([{ type: 'text', text: 'read' }, { type: 'resource_link', uri, name: 'file' }], { answer: 'deny' })
  return { questions: thread.of('permission').length - before, said: thread.text.split('It says: ').at(-1)! }
}

it('lets the thread\'s agent read an attached file without asking, but no file beside it', async () => {
  const { host, thread, outside } = await desktop()
  const [path, beside] = [join(outside, 'notes.txt'), join(outside, 'beside.txt')]
  writeFileSync(path, 'the answer is 42')
  writeFileSync(beside, 'not lent')
  const { uri } = await host.client.lendFile({ threadId: thread.threadId, path })

  expect(await read(thread, uri)).toEqual({ questions: 0, said: expect.stringMatching(/^the answer is 42\n/) as string })
  const decisions = await host.client.listDecisions({ threadId: thread.threadId, limit: 1 })
  expect(decisions[0]).toMatchObject({ outcome: 'allowed', by: 'remembered', why: 'Attached to a message of this thread' })
  expect(await read(thread, pathToFileURL(beside).href)).toMatchObject({ questions: 1 })

  // Edited and sent again, the message continues in a branch of the thread, with its attached files.
  const { promptId, content } = thread.of('user')[0]!
  const { threadId } = await host.client.branchThread({ threadId: thread.threadId, promptId: promptId!, content: [...content] })
  const branch = await host.openThread(threadId)
  await branch.until(() => branch.text.includes('It says: ') && !branch.transcript.head.turnOpen)
  expect(branch.of('permission')).toHaveLength(0)
  expect(branch.text).toContain('It says: the answer is 42')

  const other = await host.startThread('Taker')
  expect(await read(other, uri)).toMatchObject({ questions: 1 })
})

it('asks about a replaced or removed attachment, and about files that often hold secrets', async () => {
  const { host, thread, outside } = await desktop()
  const lend = async (name: string): Promise<string> => {
    writeFileSync(join(outside, name), 'as it was')
    return (await host.client.lendFile({ threadId: thread.threadId, path: join(outside, name) })).uri
  }
  const replaced = await lend('replaced.txt')
  writeFileSync(join(outside, 'new'), 'something else')
  renameSync(join(outside, 'new'), join(outside, 'replaced.txt'))
  expect(await read(thread, replaced)).toMatchObject({ questions: 1 })

  const taken = await lend('taken.txt')
  await host.client.takeBackFile({ threadId: thread.threadId, uri: taken })
  expect(await read(thread, taken)).toMatchObject({ questions: 1 })

  expect(await read(thread, await lend('.env'))).toMatchObject({ questions: 1 })
})

it('accepts no paths from a browser', async () => {
  const host = await testHost({ agents: { Taker: scripted('takesContent') } })
  const thread = await host.startThread('Taker')
  await expect(host.client.lendFile({ threadId: thread.threadId, path: '/etc/hostname' })).rejects.toMatchObject({ code: 'unsupported' })
})
