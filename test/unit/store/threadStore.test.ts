import type { ThreadEvent } from '../../../src/shared/thread/events'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openDatabase } from '../../../src/main/store/database'
import { eraseThreads } from '../../../src/main/store/recovery/eraseThreads'
import { ThreadStore } from '../../../src/main/store/threadStore'
import { emptyTranscript, type Entry } from '../../../src/shared/thread/transcript'
import { temporaryFolder } from '../../support/temporaryFolder'

const terminal = {
  terminalId: 'x',
  commandLine: 'ls',
  source: 'pty',
  state: 'exited',
  exit: { exitCode: 0 },
  output: 'a\u001B[1mb',
  offset: 6,
  truncated: false,
  columns: 80,
  rows: 24,
} as const
const rule = { folder: '/w', agentId: 'a', kind: 'command', subject: 'npm test', createdAt: 5 } as const

function openStore(file = ':memory:'): { store: ThreadStore, database: ReturnType<typeof openDatabase> } {
  const database = openDatabase(file)
  onTestFinished(() => database.close())
  return { store: new ThreadStore(database), database }
}

function addThread(store: ThreadStore, threadId = 't', createdAt = 1): void {
  store.createThread({ threadId, title: 'Fix the tests', agentId: 'demo', agentName: 'Demo agent', folder: '/w', createdAt })
}

function makeNotice(seq: number): ThreadEvent {
  return { seq, at: 1000 + seq, type: 'notice', severity: 'info', title: `n${seq}` }
}

function makeToolEntry(id: string, toolCallId: string): Entry {
  return { kind: 'tool', id, at: 1, call: { toolCallId, title: 'Read' }, terminalIds: [] }
}

describe('threads', () => {
  it('are listed newest first, and an event makes its thread the newest', () => {
    const { store } = openStore()
    addThread(store, 'old', 1)
    addThread(store, 'new', 2)
    expect(store.listThreads().map(thread => thread.threadId)).toEqual(['new', 'old'])
    store.appendEvents('old', [makeNotice(1)], { durable: false })
    expect(store.listThreads().map(thread => thread.threadId)).toEqual(['old', 'new'])
    expect(store.readThread('old')).toMatchObject({ lastSeq: 1, updatedAt: 1001 })
  })

  it('keep their order and events when the clock is set back', () => {
    const { store } = openStore()
    addThread(store, 'old', 9_000_000)
    addThread(store, 'new', 5)
    expect(store.listThreads().map(thread => thread.threadId)).toEqual(['new', 'old'])
    store.appendEvents('old', [{ ...makeNotice(1), at: 8_000_000 }, { ...makeNotice(2), at: 3 }], { durable: true })
    store.appendEvents('old', [{ ...makeNotice(3), at: 7 }], { durable: false })
    expect(store.listThreads().map(thread => thread.threadId)).toEqual(['old', 'new'])
    expect(store.readEvents('old', { afterSeq: 0 }).map(({ at }) => at)).toEqual([8_000_000, 3, 7])
    store.appendEvents('new', [{ ...makeNotice(1), at: 1 }], { durable: false })
    expect(store.listThreads().map(thread => [thread.threadId, thread.updatedAt])).toEqual([['new', 1], ['old', 7]])
  })

  it('keep fields that a patch omits, and lose a session that it clears', () => {
    const { store } = openStore()
    addThread(store)
    store.updateThread('t', { sessionId: 's1' })
    expect(store.updateThread('t', { title: 'Mine', titleFrom: 'person' })).toMatchObject({
      title: 'Mine',
      titleFrom: 'person',
      sessionId: 's1',
      folder: '/w',
    })
    expect(store.updateThread('t', { sessionId: undefined })).not.toHaveProperty('sessionId')
    expect(() => store.updateThread('gone', { title: 'x' })).toThrow(expect.objectContaining({ code: 'not_found' }))
  })

  it('leave nothing behind when they are removed', async () => {
    const { store, database } = openStore()
    addThread(store)
    addThread(store, 'other')
    for (const threadId of ['t', 'other']) {
      store.appendEvents(threadId, [makeNotice(1)], { durable: true })
      store.project(threadId, {
        entries: [{ index: 0, entry: makeToolEntry('e', 'c') }],
        head: emptyTranscript.head,
        projectedSeq: 1,
        entryCount: 1,
        reducerVersion: 1,
      })
      store.saveTerminal(threadId, terminal)
    }
    store.removeThread('t')
    expect(store.listThreads().map(({ threadId }) => threadId)).toEqual(['other'])
    expect(store.readThread('t')).toBeUndefined()
    await eraseThreads(database.sql, { threadIds: ['t'], signal: new AbortController().signal })
    for (const table of ['threads', 'events', 'entries', 'terminals'])
      expect(database.sql.prepare(`SELECT thread_id FROM ${table}`).pluck().all()).toEqual(['other'])
  })
})

it('a rule that is replaced gets a new creation time', () => {
  const { store } = openStore()
  const ruleId = store.addWrittenRule({ effect: 'allow', command: 'a' })
  const [before] = store.listWrittenRules()
  while (Date.now() <= before!.createdAt)
    ;
  store.replaceWrittenRule(ruleId, { effect: 'allow', command: 'b' })
  expect(store.listWrittenRules()[0]!.createdAt).toBeGreaterThan(before!.createdAt)
})

describe('the log', () => {
  it('returns every event unchanged, even after a restart', () => {
    const file = join(temporaryFolder(), 'parley.db')
    const events: ThreadEvent[] = [
      { seq: 1, at: 1, type: 'prompt', promptId: 'p', content: [{ type: 'text', text: 'naïve 🦜 \u0000 "quoted"' }] },
      {
        seq: 2,
        at: 2,
        type: 'update',
        update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'hi' }, _meta: { any: [1, null] } },
      },
      { seq: 3, at: 3, type: 'turnEnd', reason: 'end_turn' },
    ]
    const first = openDatabase(file)
    addThread(new ThreadStore(first))
    new ThreadStore(first).appendEvents('t', events, { durable: true })
    first.close()
    const { store } = openStore(file)
    expect(store.readEvents('t', { afterSeq: 0 })).toEqual(events)
    expect(store.readEvents('t', { afterSeq: 1, upToSeq: 2 })).toEqual([events[1]])
  })

  it('rejects a gap, a repeated number and an unknown thread, and stores nothing of that batch', () => {
    const { store } = openStore()
    addThread(store)
    store.appendEvents('t', [makeNotice(1)], { durable: false })
    expect(() => store.appendEvents('t', [makeNotice(2), makeNotice(4)], { durable: false }))
      .toThrow(/is number 3, not 4/)
    expect(() => store.appendEvents('t', [makeNotice(1)], { durable: true })).toThrow(/is number 2, not 1/)
    expect(() => store.appendEvents('gone', [makeNotice(1)], { durable: false })).toThrow(/no thread/)
    expect(store.readEvents('t', { afterSeq: 0 })).toHaveLength(1)
  })

  it('requests a full sync only for durable events', () => {
    const { store, database } = openStore(join(temporaryFolder(), 'parley.db'))
    addThread(store)
    database.sql.exec(`
      CREATE TEMP TABLE levels (level);
      CREATE TEMP TRIGGER note AFTER INSERT ON events BEGIN INSERT INTO levels SELECT synchronous FROM pragma_synchronous; END`)
    store.appendEvents('t', [makeNotice(1)], { durable: true })
    store.appendEvents('t', [makeNotice(2)], { durable: false })
    // 2 is FULL, 1 is NORMAL.
    expect(database.sql.prepare('SELECT level FROM levels').pluck().all()).toEqual([2, 1])
  })
})

describe('the projection', () => {
  it('is read a page at a time, oldest first', () => {
    const { store } = openStore()
    addThread(store)
    const entries = Array.from({ length: 5 }, (_, index) => ({ index, entry: makeToolEntry(`e${index}`, `c${index % 4}`) }))
    store.project('t', { entries, head: { ...emptyTranscript.head, turnOpen: true }, projectedSeq: 9, entryCount: 5, reducerVersion: 2 })
    expect(store.readEntries('t', { before: 4, limit: 2 }).map(entry => entry.id)).toEqual(['e2', 'e3'])
    expect(store.readHead('t')).toMatchObject({ turnOpen: true })
    expect(store.readThread('t')).toMatchObject({ projectedSeq: 9, entryCount: 5, reducerVersion: 2 })
    expect(store.findToolEntry('t', 'c0')).toBe(4)
    expect(store.findToolEntry('t', 'unknown')).toBeUndefined()
  })

  it('replaces an entry in place, and can be cleared', () => {
    const { store } = openStore()
    addThread(store)
    const rest = { head: emptyTranscript.head, projectedSeq: 1, reducerVersion: 1 }
    store.project('t', {
      entries: [
        { index: 0, entry: makeToolEntry('a', 'c') },
        { index: 1, entry: makeToolEntry('b', 'd') },
      ],
      entryCount: 2,
      ...rest,
    })
    store.project('t', { entries: [{ index: 1, entry: makeToolEntry('b2', 'd2') }], entryCount: 2, ...rest })
    expect(store.readEntries('t', { before: 99, limit: 9 }).map(entry => entry.id)).toEqual(['a', 'b2'])
    expect(store.findToolEntry('t', 'd')).toBeUndefined()
    store.clearProjection('t')
    expect(store.readEntries('t', { before: 99, limit: 9 })).toEqual([])
    expect(store.readHead('t')).toBeUndefined()
    expect(store.readThread('t')).toMatchObject({ projectedSeq: 0, entryCount: 0 })
  })
})

describe('terminals and rules', () => {
  it('a terminal keeps its last state', () => {
    const { store } = openStore()
    addThread(store)
    store.saveTerminal('t', { ...terminal, state: 'running', output: '' })
    store.saveTerminal('t', terminal)
    expect(store.readTerminal('t', 'x')).toEqual(terminal)
    expect(store.readTerminal('t', 'y')).toBeUndefined()
  })

  it('a rule covers exactly its folder, agent, kind, subject and access', () => {
    const { store } = openStore()
    store.saveRule(rule)
    store.saveRule({ ...rule, createdAt: 6 })
    store.saveRule({ ...rule, kind: 'path', subject: '/etc/hosts', access: 'read' })
    expect(store.findRule(rule)).toMatchObject(rule)
    for (const other of [{ folder: '/w2' }, { agentId: 'b' }, { subject: 'npm test ' }, { kind: 'path' as const }])
      expect(store.findRule({ ...rule, ...other })).toBeUndefined()
    expect(store.findRule({ ...rule, kind: 'path', subject: '/etc/hosts', access: 'write' })).toBeUndefined()
    expect(store.listRules()).toHaveLength(2)
    store.removeRule(store.findRule(rule)!.ruleId)
    expect(store.findRule(rule)).toBeUndefined()
  })
})

describe('the store', () => {
  it('explains that the disk is full, and stores nothing of the batch', () => {
    const { store, database } = openStore(join(temporaryFolder(), 'parley.db'))
    addThread(store)
    database.sql.pragma(`max_page_count = ${database.sql.pragma('page_count', { simple: true }) as number}`)
    const big = Array.from({ length: 50 }, (_, index) => ({ ...makeNotice(index + 1), title: 'x'.repeat(5000) }))
    expect(() => store.appendEvents('t', big, { durable: true })).toThrow(
      expect.objectContaining({ code: 'storage', message: expect.stringContaining('disk is full') }),
    )
    expect(store.readThread('t')?.lastSeq).toBe(0)
  })

  it('explains that another program has locked the database', () => {
    const file = join(temporaryFolder(), 'parley.db')
    const { store, database } = openStore(file)
    database.sql.pragma('busy_timeout = 10')
    addThread(store)
    const other = openDatabase(file)
    other.sql.exec('BEGIN IMMEDIATE')
    expect(() => store.appendEvents('t', [makeNotice(1)], { durable: false })).toThrow(
      expect.objectContaining({ code: 'storage', message: expect.stringContaining('Another program') }),
    )
    other.close()
  })

  it('explains that the database is read-only', () => {
    const { store, database } = openStore()
    addThread(store)
    database.sql.pragma('query_only = ON')
    expect(() => store.appendEvents('t', [makeNotice(1)], { durable: false })).toThrow(
      expect.objectContaining({ code: 'storage', message: expect.stringContaining('cannot be written') }),
    )
  })
})

describe('a copied thread', () => {
  const copied = {
    fromThreadId: 't',
    threadId: 'c',
    title: 'Copy',
    sessionId: 's2',
    createdAt: 5000,
    lastEvent: { type: 'origin', how: 'fork', threadId: 't', title: 'Fix the tests', agentName: 'Demo agent' },
  } as const

  it('has the events up to a point, the terminals and the folders, and outlives the original', () => {
    const { store } = openStore()
    store.createThread({
      threadId: 't',
      title: 'Fix the tests',
      agentId: 'demo',
      agentName: 'Demo agent',
      folder: '/w',
      additionalFolders: ['/v'],
      createdAt: 1,
    })
    store.appendEvents('t', [makeNotice(1), makeNotice(2), makeNotice(3)], { durable: false })
    store.saveTerminal('t', terminal)

    expect(store.copyThread({ ...copied, upToSeq: 2 })).toMatchObject({
      threadId: 'c',
      title: 'Copy',
      agentId: 'demo',
      folder: '/w',
      additionalFolders: ['/v'],
      sessionId: 's2',
      lastSeq: 3,
    })

    store.removeThread('t')
    expect(store.readEvents('c', { afterSeq: 0 }))
      .toEqual([makeNotice(1), makeNotice(2), { seq: 3, at: 5000, ...copied.lastEvent }])
    expect(store.readTerminal('c', 'x')).toEqual(terminal)
    store.appendEvents('c', [makeNotice(4)], { durable: false })
  })

  it('is not created if an event is missing', () => {
    const { store } = openStore()
    addThread(store)
    store.appendEvents('t', [makeNotice(1)], { durable: false })
    expect(() => store.copyThread({ ...copied, upToSeq: 2 })).toThrow()
    expect(store.readThread('c')).toBeUndefined()
    expect(store.readEvents('c', { afterSeq: 0 })).toEqual([])
  })
})

it('trust in a scratch folder is deleted with its thread, but not trust elsewhere', () => {
  const { store } = openStore()
  const scratch = { name: 'scratch-1', device: '1', inode: '2', parentDevice: '1', parentInode: '1' }
  const command = { line: 'demo', variables: [] }
  for (const [threadId, folder, pin] of [['a', '/data/scratch/scratch-1', scratch], ['b', '/w', undefined]] as const) {
    store.createThread({ threadId, title: 'T', agentId: 'demo', agentName: 'Demo', folder, createdAt: 1, ...pin && { scratch: pin } })
    expect(store.readThread(threadId)?.scratch).toEqual(pin)
    store.saveTrust({ agentId: 'demo', folder }, command)
    store.removeThread(threadId)
  }
  expect(store.readTrust({ agentId: 'demo', folder: '/data/scratch/scratch-1' })).toBeUndefined()
  expect(store.readTrust({ agentId: 'demo', folder: '/w' })).toEqual(command)
})

it('reads the mark of version 0.1 for commands installed by Parley', () => {
  const { store, database } = openStore()
  const command = { line: 'demo', variables: [] }
  database.sql
    .prepare('INSERT INTO trusted_commands (agent_id, folder, command) VALUES (?, ?, ?)')
    .run('demo', '/w', JSON.stringify({ ...command, isOurs: true }))
  expect(store.readTrust({ agentId: 'demo', folder: '/w' })).toEqual({ ...command, isInstalledByParley: true })
})
