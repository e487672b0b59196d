import type { ContentBlock } from '@agentclientprotocol/sdk'
import type { TestHost } from '../support/testHost'
import type { TestThread } from '../support/testThread'
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { testHost } from '../support/testHost'

const text = (words: string) => [{ type: 'text' as const, text: words }]
const wordsOf = (content: readonly ContentBlock[]) => content.map(block => block.type === 'text' ? block.text : block.type).join()
const queueOf = ({ transcript }: TestThread) => transcript.head.queue
const waiting = (thread: TestThread) => queueOf(thread)?.messages.map(({ content }) => wordsOf(content)) ?? []
const said = (thread: TestThread) => thread.of('user').map(({ content }) => wordsOf(content))

function idOf(thread: TestThread, words: string): string {
  return queueOf(thread)!.messages.find(({ content }) => wordsOf(content) === words)!.messageId
}

async function queue(host: TestHost, thread: TestThread, ...messages: string[]): Promise<void> {
  for (const message of messages)
    await host.client.queuePrompt({ threadId: thread.threadId, content: text(message) })
  await thread.until(() => messages.every(message => waiting(thread).includes(message)))
}

/** A thread whose turn waits for the person's answer. */
async function busyThread(host: TestHost): Promise<TestThread> {
  const thread = await host.startThread()
  await thread.send('write a.txt one')
  await thread.permission()
  return thread
}

async function allow(thread: TestThread): Promise<void> {
  const { request } = await thread.permission()
  await thread.answer(request.options.find(({ kind }) => kind === 'allow_once')!.optionId)
}

it('reports whether a message with a window’s id was sent or queued, even after a restart', async () => {
  const host = await testHost()
  const thread = await busyThread(host)
  const { threadId } = thread
  const [sent, queued, refused, unknown] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]
  await allow(thread)
  await thread.until(() => thread.turnEnds.length === 1)
  const sending = host.client.sendPrompt({ threadId, content: text('write b.txt two'), messageId: sent })
  expect(await host.client.wasSent({ threadId, messageId: sent })).toBe(true)
  await sending
  await thread.permission()
  await host.client.queuePrompt({ threadId, content: text('later'), messageId: queued })
  await expect(host.client.sendPrompt({ threadId, content: text('no'), messageId: refused })).rejects.toMatchObject({ code: 'busy' })
  const all = ({ client }: TestHost) =>
    Promise.all([sent, queued, refused, unknown].map(messageId => client.wasSent({ threadId, messageId })))
  expect(await all(host)).toEqual([true, true, false, false])
  expect(await all(await host.restart())).toEqual([true, true, false, false])
})

describe('queued messages', () => {
  it('wait until the reason for a rejection has been sent', async () => {
    const host = await testHost()
    const thread = await busyThread(host)
    await queue(host, thread, 'echo later')
    const { request } = await thread.permission()
    const { optionId } = request.options.find(({ kind }) => kind === 'reject_once')!

    await thread.answer(optionId, request.requestId, { reason: 'echo because' })
    await thread.until(() => thread.turnEnds.length === 3)

    expect(said(thread)).toEqual(['write a.txt one', 'echo because', 'echo later'])
  })

  it('are sent one per turn, after edits, moves, holds and removals', async () => {
    const host = await testHost()
    const thread = await busyThread(host)
    const { threadId } = thread
    await queue(host, thread, 'echo held', 'echo b', 'echo c', 'echo gone', 'echo a')
    await host.client.changeQueued({ threadId, messageId: idOf(thread, 'echo held'), isHeld: true })
    await host.client.changeQueued({ threadId, messageId: idOf(thread, 'echo a'), before: idOf(thread, 'echo b') })
    await host.client.changeQueued({ threadId, messageId: idOf(thread, 'echo c'), content: text('echo changed') })
    await host.client.removeQueued({ threadId, messageId: idOf(thread, 'echo gone') })
    await expect(host.client.removeQueued({ threadId, messageId: 'gone' })).rejects.toMatchObject({ code: 'not_found' })
    expect(said(thread)).toEqual(['write a.txt one'])

    await allow(thread)
    await thread.until(() => thread.turnEnds.length === 4)

    expect(said(thread)).toEqual(['write a.txt one', 'echo a', 'echo b', 'echo changed'])
    expect(waiting(thread)).toEqual(['echo held'])
    const kinds = thread.transcript.entries.filter(({ kind }) => kind === 'user' || kind === 'turn-end').map(({ kind }) => kind)
    expect(kinds).toEqual(Array.from({ length: 4 }, () => ['user', 'turn-end']).flat())
    await host.client.changeQueued({ threadId, messageId: idOf(thread, 'echo held'), isHeld: false })
    await thread.until(() => thread.turnEnds.length === 5)
    expect(queueOf(thread)).toBeUndefined()
  })

  it('wait after Stop until the person resumes; sending one immediately sends only that one', async () => {
    const host = await testHost()
    const thread = await busyThread(host)
    const { threadId } = thread
    await queue(host, thread, 'echo a', 'echo b', 'echo c')
    await thread.cancel()
    await thread.turnEnd()
    expect(queueOf(thread)?.paused).toEqual({ why: 'stopped' })

    await host.client.sendQueuedNow({ threadId, messageId: idOf(thread, 'echo c') })
    await thread.until(() => thread.turnEnds.length === 2)
    await thread.ask('echo between')
    expect(said(thread)).toEqual(['write a.txt one', 'echo c', 'echo between'])
    expect(waiting(thread)).toEqual(['echo a', 'echo b'])

    await host.client.resumeQueue({ threadId })
    await thread.until(() => thread.turnEnds.length === 5)
    expect(said(thread).slice(3)).toEqual(['echo a', 'echo b'])
  })

  it('follow the one for which the person stopped the turn', async () => {
    const host = await testHost()
    const thread = await busyThread(host)
    await queue(host, thread, 'echo a', 'echo b')

    await host.client.sendQueuedNow({ threadId: thread.threadId, messageId: idOf(thread, 'echo b') })
    await thread.until(() => thread.turnEnds.length === 3)

    expect(said(thread)).toEqual(['write a.txt one', 'echo b', 'echo a'])
    expect(thread.turnEnds.map(({ end }) => end.reason)).toEqual(['cancelled', 'end_turn', 'end_turn'])
  })

  it('survive a restart with their attachments, and wait until the person resumes', async () => {
    const host = await testHost()
    const before = await busyThread(host)
    const { threadId } = before
    const image = { type: 'image' as const, mimeType: 'image/png', data: 'A'.repeat(40_000) }
    await queue(host, before, 'echo a')
    await host.client.queuePrompt({ threadId, content: [...text('echo b'), image] })

    const again = await host.restart()
    const isPaused = async () => (await again.client.listThreads({})).find(thread => thread.threadId === threadId)?.isQueuePaused
    expect(await isPaused()).toBe(true)
    const thread = await again.openThread(threadId)
    expect(await isPaused()).toBe(true)

    expect(queueOf(thread)?.paused).toEqual({ why: 'closed' })
    expect(queueOf(thread)?.messages.map(({ content }) => content)).toEqual([text('echo a'), [...text('echo b'), image]])
    expect(thread.turnEnds).toHaveLength(1)
    await again.client.resumeQueue({ threadId })
    await thread.until(() => thread.turnEnds.length === 3)
    expect(await isPaused()).toBeUndefined()
    expect(said(thread).slice(1)).toEqual(['echo a', 'echo b,image'])
  })

  it('are kept and wait when a turn fails', async () => {
    const host = await testHost()
    const thread = await busyThread(host)
    await queue(host, thread, 'crash', 'echo after')
    await allow(thread)
    await thread.until(() => queueOf(thread)?.paused !== undefined)
    expect(queueOf(thread)?.paused?.why).toBe('failed')
    expect(waiting(thread)).toEqual(['echo after'])
  })

  it('are rejected if the agent does not accept their content, and sent at once between turns', async () => {
    const host = await testHost()
    const thread = await host.startThread()
    await thread.ask('echo first')
    const audio = { type: 'audio' as const, mimeType: 'audio/wav', data: 'AAAA' }
    await expect(host.client.queuePrompt({ threadId: thread.threadId, content: [audio] })).rejects.toMatchObject({ code: 'unsupported' })
    await host.client.queuePrompt({ threadId: thread.threadId, content: text('echo late') })
    await thread.until(() => thread.turnEnds.length === 2)
    expect(said(thread)).toEqual(['echo first', 'echo late'])
  })
})
