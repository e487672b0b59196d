import type { ThreadEvent } from '../../../src/shared/thread/events'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import Database from 'better-sqlite3'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openDatabase } from '../../../src/main/store/database'
import { migrations } from '../../../src/main/store/migrations'
import { extractPayloads, restorePayloads } from '../../../src/main/store/payloads'
import { backUp } from '../../../src/main/store/recovery/backUp'
import { eraseThreads } from '../../../src/main/store/recovery/eraseThreads'
import { ThreadStore } from '../../../src/main/store/threadStore'
import { reduce } from '../../../src/shared/thread/reduce/reduce'
import { emptyTranscript } from '../../../src/shared/thread/transcript'
import { createFilled, makeDatabasePath } from './filledDatabase'

const image = 'iVBORw0KGgo'.repeat(20_000)

function makeEvent(seq: number, data = image): ThreadEvent {
  return {
    seq,
    at: 1,
    type: 'update',
    update: { sessionUpdate: 'agent_message_chunk', messageId: String(seq), content: { type: 'image', data, mimeType: 'image/png' } },
  }
}

function openStore(file: string) {
  const database = openDatabase(file)
  onTestFinished(() => database.close())
  return { database, store: new ThreadStore(database) }
}

describe('an image that an agent sends again and again', () => {
  it('is stored once in its thread, and read back each time', () => {
    const { database, store } = openStore(createFilled({ threadCount: 1 }))
    const measureSize = (): number => {
      database.sql.pragma('wal_checkpoint(TRUNCATE)')
      return statSync(database.file!).size
    }
    const sizeBefore = measureSize()
    const events = Array.from({ length: 50 }, (_, index) => makeEvent(51 + index))
    store.appendEvents('t0', events, { durable: true })
    const { head, entries } = reduce(emptyTranscript, events)
    store.project('t0', {
      entries: entries.map((entry, index) => ({ index, entry })),
      head,
      projectedSeq: 100,
      entryCount: entries.length,
      reducerVersion: 1,
    })

    expect(store.readEvents('t0', { afterSeq: 50 })).toEqual(events)
    expect(store.readEntries('t0', { before: 50, limit: 50 })).toEqual(entries)
    expect(measureSize() - sizeBefore).toBeLessThan(2 * image.length)
  })

  it('is also in a copy of its thread, and stays there when the original is deleted', () => {
    const { store } = openStore(createFilled({ threadCount: 1 }))
    store.appendEvents('t0', [makeEvent(51), makeEvent(52, `later${image}`)], { durable: true })
    store.copyThread({
      fromThreadId: 't0',
      upToSeq: 51,
      threadId: 'copy',
      title: 'Copy',
      sessionId: 's',
      createdAt: 2,
      lastEvent: { type: 'cannotFork' },
    })
    store.removeThread('t0')
    expect(store.readEvents('copy', { afterSeq: 50, upToSeq: 51 })).toEqual([makeEvent(51)])
  })

  it('leaves no byte behind when its thread is deleted', async () => {
    const { database, store } = openStore(createFilled({ threadCount: 2 }))
    store.appendEvents('t0', [makeEvent(51), makeEvent(52, `another ${image}`)], { durable: true })
    store.appendEvents('t1', [makeEvent(51)], { durable: true })
    store.removeThread('t0')
    await eraseThreads(database.sql, { threadIds: ['t0'], signal: new AbortController().signal })
    expect(database.sql.prepare('SELECT thread_id FROM payloads').pluck().all()).toEqual(['t1'])
    database.sql.pragma('wal_checkpoint(TRUNCATE)')
    expect(readFileSync(database.file!).includes('another iVBOR')).toBe(false)
    expect(store.readEvents('t1', { afterSeq: 50 })).toEqual([makeEvent(51)])
  })
})

it('keeps any text in any field unchanged', () => {
  const { store } = openStore(makeDatabasePath())
  store.createThread({ threadId: 't', title: 'T', agentId: 'a', agentName: 'A', folder: '/', createdAt: 1 })
  const long = 'ß\0"\\\u2028💾'.repeat(5_000)
  const rawInput = JSON.parse(
    JSON.stringify({ 'a.b["c"]': [long, { deep: [long, 'short'] }], '': long, '0': long, 'half': `\uD83D${long}` }).replace(
      '"half"',
      '"__proto__":{"in":""},"half"',
    ),
  ) as object
  const event: ThreadEvent = {
    seq: 1,
    at: 1,
    type: 'update',
    update: { sessionUpdate: 'tool_call', toolCallId: 'c', title: 'T', rawInput },
  }
  store.appendEvents('t', [event], { durable: true })
  expect(JSON.stringify(store.readEvents('t', { afterSeq: 0 })[0])).toBe(JSON.stringify(event))
})

it('extracts a text from a field of any name, and restores it only there', () => {
  const text = 'x'.repeat(20_000)
  const value = JSON.parse(`{"__proto__":"${text}","constructor":{"prototype":"${text}"}}`) as object
  const { rest, places } = extractPayloads(value, () => 'hash')
  expect(JSON.stringify(rest)).toBe('{"__proto__":"hash","constructor":{"prototype":"hash"}}')
  restorePayloads(rest, [...places, ['hash', '__proto__', 'polluted'], ['hash', 'toString', 'name']], () => text)
  expect(JSON.stringify(rest)).toBe(JSON.stringify(value))
  expect('polluted' in {}).toBe(false)
})

describe('a backup', () => {
  it('contains the payloads, and restores what the damaged file lost', async () => {
    const file = createFilled({ threadCount: 1 })
    const first = openDatabase(file)
    new ThreadStore(first).appendEvents('t0', [makeEvent(51)], { durable: true })
    expect(await backUp({ sql: first.sql, file, signal: new AbortController().signal })).toBe('made')
    first.close()
    writeFileSync(file, Buffer.alloc(statSync(file).size, 0x5A))

    const recovered = openStore(file)
    expect(recovered.database.problem).toContain('1 thread was recovered')
    expect(recovered.store.readEvents('t0', { afterSeq: 50 })).toEqual([makeEvent(51)])
  })

  it('is not made if a payload was altered', async () => {
    const { database, store } = openStore(createFilled({ threadCount: 1 }))
    store.appendEvents('t0', [makeEvent(51)], { durable: true })
    database.sql.exec('UPDATE payloads SET text = replace(text, \'iVBORw0KGgoi\', \'iVBORw0KGgoj\')')
    expect(await backUp({ sql: database.sql, file: database.file!, signal: new AbortController().signal })).toBe('damaged')
  })
})

it('reports a lost payload and shows the rest of the thread', () => {
  const file = createFilled({ threadCount: 2 })
  const first = openDatabase(file)
  new ThreadStore(first).appendEvents('t0', [makeEvent(51)], { durable: true })
  first.close()
  const sql = new Database(file)
  const page = sql.prepare('SELECT min(pageno) FROM dbstat WHERE name = \'payloads\' AND pagetype = \'overflow\'').pluck().get() as number
  sql.close()
  const bytes = readFileSync(file)
  writeFileSync(file, bytes.fill(0xA5, (page - 1) * 4096, page * 4096))

  const { database, store } = openStore(file)
  expect(database.problem).toContain('Missing: in "')
  expect(store.readEvents('t0', { afterSeq: 50 }))
    .toMatchObject([makeEvent(51, ''), { title: 'Part of this thread is lost' }])
  expect(store.readEvents('t1', { afterSeq: 0 })).toHaveLength(50)
})

it('reads events of older versions, which contain their texts', () => {
  const file = makeDatabasePath()
  const older = openDatabase(file, { steps: migrations.slice(0, 7) })
  older.sql.exec(
    `INSERT INTO threads (thread_id, title, title_from, agent_id, agent_name, folder, created_at, updated_at, last_seq)
     VALUES ('t', 'T', 'person', 'a', 'A', '/w', 1, 1, 1)`,
  )
  const { seq, at, ...body } = makeEvent(1)
  older.sql.prepare('INSERT INTO events (thread_id, seq, at, body) VALUES (\'t\', ?, ?, ?)').run(seq, at, JSON.stringify(body))
  older.close()

  const { store } = openStore(file)
  store.appendEvents('t', [makeEvent(2)], { durable: true })
  expect(store.readEvents('t', { afterSeq: 0 })).toEqual([makeEvent(1), makeEvent(2)])
})
