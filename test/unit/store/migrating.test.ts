import { describe, expect, it } from 'vitest'
import { openDatabase } from '../../../src/main/store/database'
import { migrations } from '../../../src/main/store/migrations'
import { ThreadStore } from '../../../src/main/store/threadStore'
import { makeDatabasePath } from './filledDatabase'
import { migratesInSteps } from './killedMigration'

describe('an older database', () => {
  it.each(migrations.slice(1).map((_, index) => index + 1))('of version %i keeps its threads, their order and their events', (version) => {
    const file = makeDatabasePath()
    const older = openDatabase(file, { steps: migrations.slice(0, version) })
    for (const [threadId, updatedAt] of [['b', 30], ['a', 10], ['c', 20]] as const) {
      older.sql
        .prepare(
          `INSERT INTO threads (thread_id, title, title_from, agent_id, agent_name, folder, created_at, updated_at, last_seq)
           VALUES (?, 'T', 'person', 'demo', 'Demo', '/w', 1, ?, 1)`,
        )
        .run(threadId, updatedAt)
      older.sql
        .prepare('INSERT INTO events (thread_id, seq, at, body) VALUES (?, 1, 1, ?)')
        .run(threadId, JSON.stringify({ type: 'prompt', promptId: 'p', content: [{ type: 'text', text: threadId }] }))
    }
    older.close()

    const database = openDatabase(file)
    const store = new ThreadStore(database)
    // The order of an old version, which kept one: these rows were inserted beside it.
    if (version < 7)
      expect(store.listThreads().map(({ threadId }) => threadId)).toEqual(['b', 'c', 'a'])
    for (const threadId of ['a', 'b', 'c'])
      expect(store.readEvents(threadId, { afterSeq: 0 })).toMatchObject([{ seq: 1, type: 'prompt', content: [{ text: threadId }] }])
    expect(database.sql.pragma('user_version', { simple: true })).toBe(migrations.length)
    expect(database.sql.pragma('integrity_check', { simple: true })).toBe('ok')
    expect(database.sql.pragma('auto_vacuum', { simple: true })).toBe(2)
    database.close()
  })
})

it('a killed migration leaves the version before or after a step, never a partial one, and continues', () =>
  migratesInSteps({ kills: 4 }))
