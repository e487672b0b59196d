import { describe, expect, it } from 'vitest'
import { testHost, type TestHost } from '../support/testHost'

async function found(host: TestHost, search: string, more: { kind?: 'message' | 'command', agentId?: string, folder?: string } = {}) {
  await expect.poll(async () => (await host.client.searchThreads({ search, limit: 10 })).isIndexing).toBe(false)
  return host.client.searchThreads({ search, limit: 10, ...more })
}

describe('search', () => {
  it('finds messages of all threads, even after a restart, but none of a deleted thread', async () => {
    const host = await testHost()
    const first = await host.startThread()
    await first.ask('say kingfisher on the riverbank')
    const second = await host.startThread()
    await second.ask('say a heron, no kingfisher')

    const both = await found(host, 'kingfisher')
    expect(both.threads.map(({ threadId }) => threadId).sort()).toEqual([first.threadId, second.threadId].sort())
    const [match] = (await found(host, '"kingfisher on the river')).threads[0]!.matches
    expect(match!.excerpt.text).toContain('kingfisher on the riverbank')
    expect(match!.excerpt.marks.length).toBeGreaterThan(0)
    expect((await found(host, 'kingfisher', { folder: '/elsewhere' })).threads).toEqual([])
    expect((await found(host, 'kingfisher', { agentId: second.summary.agentId })).threadCount).toBe(2)

    const preview = await host.client.previewMatch({ threadId: first.threadId, entryIndex: match!.entryIndex, search: 'kingfisher' })
    expect(preview.find(({ entryIndex }) => entryIndex === match!.entryIndex)?.text.text).toContain('kingfisher')

    await host.client.deleteThread({ threadId: second.threadId })
    const again = await host.restart()
    expect((await found(again, 'heron')).threads).toEqual([])
    expect((await found(again, 'kingfisher')).threads.map(({ threadId }) => threadId)).toEqual([first.threadId])
  })

  it('finds messages and tool calls of a running turn', async () => {
    const host = await testHost()
    const thread = await host.startThread()
    await thread.send('write kingfisher.txt blue')
    await thread.permission()
    expect((await found(host, 'kingfisher')).threads.map(({ threadId }) => threadId)).toEqual([thread.threadId])
    await thread.answer(null)
  })

  it('finds literal text in one thread, ignoring case', async () => {
    const host = await testHost()
    const thread = await host.startThread()
    await thread.ask('say one (kingfisher) and another Kingfisher')
    const { places, isCut } = await host.client.findInThread({ threadId: thread.threadId, text: 'KINGFISHER' })
    expect(places[0]).toEqual({ entryIndex: 0, count: 2 })
    expect(isCut).toBe(false)
    expect((await host.client.findInThread({ threadId: thread.threadId, text: '(kingfisher)' })).places[0]?.count).toBe(1)
    expect((await host.client.findInThread({ threadId: thread.threadId, text: 'k.ngfisher' })).places).toEqual([])
  })

  it('finds the previous change or question, however far back', async () => {
    const host = await testHost()
    const thread = await host.startThread()
    await thread.ask('write notes.txt')
    await thread.ask('flood 300')
    const { threadId } = thread
    const { firstIndex, entries } = thread.transcript
    const kindAt = (index = -1) => entries[index - firstIndex]?.kind
    const before = firstIndex + entries.length
    const change = await host.client.findPlaceBefore({ threadId, kind: 'change', before })
    expect(kindAt(change)).toBe('tool')
    expect(await host.client.findPlaceBefore({ threadId, kind: 'change', before: change! })).toBeUndefined()
    expect(kindAt(await host.client.findPlaceBefore({ threadId, kind: 'question', before }))).toBe('permission')
    expect(await host.client.findPlaceBefore({ threadId, kind: 'error', before })).toBeUndefined()
  })
})
