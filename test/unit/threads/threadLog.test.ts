import type { SessionUpdate } from '@agentclientprotocol/sdk'
import type { ThreadEvent } from '../../../src/shared/thread/events'
import { expect, it, onTestFinished } from 'vitest'
import { openDatabase } from '../../../src/main/store/database'
import { ThreadStore } from '../../../src/main/store/threadStore'
import { ThreadLog } from '../../../src/main/threads/log/threadLog'
import { reduce } from '../../../src/shared/thread/reduce/reduce'
import { emptyTranscript } from '../../../src/shared/thread/transcript'
import { atOnce } from '../../bench/benchStore'
import { formatTranscript } from '../../support/formatTranscript'

function openLog(store = createStore()) {
  const published: ThreadEvent[] = []
  const log = new ThreadLog({ threadId: 't', store, ...atOnce(), publish: events => published.push(...events) })
  return { log, store, published }
}

function createStore(): ThreadStore {
  const database = openDatabase(':memory:')
  onTestFinished(() => database.close())
  const store = new ThreadStore(database)
  store.createThread({ threadId: 't', title: 'T', agentId: 'demo', agentName: 'Demo agent', folder: '/', createdAt: 1 })
  return store
}

/** One turn: a prompt, a tool call, an answer. */
function addTurn(log: ThreadLog, number: number): void {
  log.commit({ type: 'prompt', promptId: `p${number}`, content: [{ type: 'text', text: `question ${number}` }] })
  addUpdate(log, { sessionUpdate: 'tool_call', toolCallId: `call-${number}`, title: `Tool ${number}`, status: 'completed' })
  addUpdate(log, { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: `answer ${number}` } })
  log.add({ type: 'turnEnd', reason: 'end_turn' })
  log.flush()
}

function addUpdate(log: ThreadLog, update: SessionUpdate): void {
  log.add({ type: 'update', update })
}

it('numbers events without gaps, and publishes those that it stored', () => {
  const { log, store, published } = openLog()
  addTurn(log, 1)
  addTurn(log, 2)

  expect(published.map(event => event.seq)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  expect(store.readEvents('t', { afterSeq: 0 })).toEqual(published)
})

it('rejects all events once it is closed, because the thread may have been reopened', () => {
  const { log, store } = openLog()
  addTurn(log, 1)
  log.dispose()
  const { log: reopened } = openLog(store)
  expect(() => addTurn(log, 2)).toThrow('This thread is closed.')
  log.add({ type: 'turnEnd', reason: 'end_turn' })
  log.flush()
  addTurn(reopened, 3)
  expect(store.readEvents('t', { afterSeq: 0 })).toHaveLength(8)
})

it('joins adjacent chunks of one message', () => {
  const { log, published } = openLog()
  for (const text of ['one ', 'two ', 'three'])
    addUpdate(log, { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } })
  log.flush()

  expect(published).toHaveLength(1)
})

it('keeps only the end in memory, and reads earlier entries unchanged', () => {
  const { log, store } = openLog()
  for (let number = 1; number <= 40; number++)
    addTurn(log, number)
  const whole = reduce(emptyTranscript, store.readEvents('t', { afterSeq: 0 }))

  const { firstIndex, entries } = log.transcript
  expect(firstIndex).toBeGreaterThan(0)
  const earlier = log.readEntries(firstIndex, 500)
  expect([...earlier, ...entries]).toEqual(whole.entries)
})

it('reopens unchanged, even if it was not closed', () => {
  const { log, store } = openLog()
  for (let number = 1; number <= 30; number++)
    addTurn(log, number)
  log.commit({ type: 'prompt', promptId: 'last', content: [{ type: 'text', text: 'unfinished' }] })
  const before = formatTranscript(log.transcript)

  expect(formatTranscript(openLog(store).log.transcript)).toBe(before)
})

it('updates a tool call of an earlier turn that is no longer in the window', () => {
  const { log, store } = openLog()
  for (let number = 1; number <= 40; number++)
    addTurn(log, number)

  addUpdate(log, { sessionUpdate: 'tool_call_update', toolCallId: 'call-1', status: 'failed' })
  addTurn(log, 41)

  const [, tool] = log.readEntries(2, 2)
  expect(tool).toMatchObject({ kind: 'tool', call: { toolCallId: 'call-1', status: 'failed' } })
  expect(store.readEvents('t', { afterSeq: 160, upToSeq: 161 })[0]).toMatchObject({ late: true })
})

it('reports changes in an earlier turn whose end is outside the window', () => {
  const { log, store } = openLog()
  for (let number = 0; number < 30; number++)
    addTurn(log, number)
  log.add({ type: 'turnChanges', promptId: 'p3', count: 3, files: [] })
  log.flush()
  const ends = log.readEntries(120, 120).filter(entry => entry.kind === 'turn-end')
  expect(ends.map(({ changes }) => changes?.count)).toEqual(Array.from({ length: 30 }, (_, number) => number === 3 ? 3 : undefined))
  log.storeEntries()
  expect(openLog(store).log.readEntries(120, 120)).toEqual(log.readEntries(120, 120))
})

it('lets a window at the end ignore late updates', () => {
  const { log, published } = openLog()
  for (let number = 1; number <= 40; number++)
    addTurn(log, number)
  const window = log.transcript

  addUpdate(log, { sessionUpdate: 'tool_call_update', toolCallId: 'call-1', status: 'failed' })
  log.flush()

  expect(reduce(window, published).entries).toEqual(window.entries)
})

it('rebuilds the entries if another reducer stored them', () => {
  const { log, store } = openLog()
  addTurn(log, 1)
  const before = formatTranscript(log.transcript)
  store.project('t', { entries: [], head: log.transcript.head, projectedSeq: 4, entryCount: 4, reducerVersion: 0 })

  expect(formatTranscript(openLog(store).log.transcript)).toBe(before)
})

it('adds a notice once, even if it left memory long ago or was added before a restart', () => {
  const { log, store } = openLog()
  const notice = { title: 'The MCP server "a" is left out', description: 'It was not found.' }
  log.addNoticeOnce(notice)
  for (let number = 1; number <= 40; number++)
    addTurn(log, number)
  expect(log.transcript.firstIndex).toBeGreaterThan(1)
  log.addNoticeOnce(notice)
  log.dispose()
  const { log: reopened } = openLog(store)
  reopened.addNoticeOnce(notice)
  reopened.addNoticeOnce({ title: notice.title })
  reopened.dispose()

  const notices = store.readEvents('t', { afterSeq: 0 }).filter(event => event.type === 'notice')
  expect(notices).toMatchObject([notice, { title: notice.title }])
  expect(notices[1]).not.toHaveProperty('description', notice.description)
})

it('closes a turn that was open when Parley quit, at the time of the last event', () => {
  const { log, store } = openLog()
  log.commit({ type: 'prompt', promptId: 'p', content: [] })
  const { log: reopened, published } = openLog(store)
  reopened.closeOpenTurn()

  expect(published).toMatchObject([{ type: 'turnEnd', reason: 'error', at: store.readEvents('t', { afterSeq: 0 })[0]!.at }])
  expect(reopened.transcript.head.turnOpen).toBe(false)
})
