import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { openDatabase } from '../../../src/main/store/database'
import { ThreadStore } from '../../../src/main/store/threadStore'
import { temporaryFolder } from '../../support/temporaryFolder'

/** Batches of events in the write-ahead log, one commit each. */
const batches = 25

/** A prefix of the log is read, whole and without gaps, wherever the end of the write-ahead log is torn. */
export function readsTornLog({ tears }: { tears: number }): void {
  const { file, log } = writeLongLog()
  const copy = join(temporaryFolder(), 'parley.db')
  const random = createRandom(7)
  const lengths = Array.from({ length: tears }, (_, tear) => {
    copyFileSync(file, copy)
    writeFileSync(`${copy}-wal`, tearLog(log, tear, random))

    const database = openDatabase(copy)
    const store = new ThreadStore(database)
    const events = store.readEvents('t', { afterSeq: 0 })
    expect(database.problem, `tear ${tear}`).toBeUndefined()
    expect(database.sql.pragma('integrity_check', { simple: true })).toBe('ok')
    expect(events.map(({ seq, type, at }) => ({ seq, type, at }))).toEqual(
      Array.from({ length: events.length }, (_, index) => ({ seq: index + 1, type: 'notice', at: index + 1 })),
    )
    expect(events.length).toBe(store.readThread('t')?.lastSeq)
    database.close()
    return events.length
  })
  expect(Math.min(...lengths)).toBeLessThan(batches)
  expect(Math.max(...lengths)).toBeGreaterThan(batches * 2)
}

/** A database whose last commits are only in its write-ahead log. */
function writeLongLog(): { file: string, log: Buffer } {
  const file = join(temporaryFolder(), 'parley.db')
  const database = openDatabase(file)
  const store = new ThreadStore(database)
  store.createThread({ threadId: 't', title: 'T', agentId: 'a', agentName: 'A', folder: '/', createdAt: 1 })
  database.sql.pragma('wal_checkpoint(TRUNCATE)')
  database.sql.pragma('wal_autocheckpoint = 0')
  for (let batch = 0; batch < batches; batch++) {
    const events = [1, 2, 3].map(
      number =>
        ({ seq: batch * 3 + number, at: batch * 3 + number, type: 'notice', severity: 'info', title: 'x'.repeat(300 * number) }) as const,
    )
    store.appendEvents('t', events, { durable: false })
  }
  const copy = join(temporaryFolder(), 'parley.db')
  copyFileSync(file, copy)
  const log = readFileSync(`${file}-wal`)
  database.close()
  return { file: copy, log }
}

/** What a power failure may leave of an unsynced end: nothing, zeros, or something else. */
function tearLog(log: Buffer, tear: number, random: () => number): Buffer {
  const at = Math.floor(random() * log.length)
  const kept = log.subarray(0, at)
  switch (tear % 4) {
    case 0:
      return kept
    case 1:
      return Buffer.concat([kept, Buffer.alloc(log.length - at)])
    case 2:
      return Buffer.concat([kept, Buffer.alloc(log.length - at, Buffer.from(Array.from({ length: 61 }, () => Math.floor(random() * 256))))])
    default: {
      // One sector was not written, but those after it were.
      const copy = Buffer.from(log)
      return copy.fill(0, at, at + 512)
    }
  }
}

/** The same numbers between 0 and 1 each time. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}
