import type Database from 'better-sqlite3'
import { setImmediate as turn } from 'node:timers/promises'

/** Each with how many rows are a millisecond or two of work, and what tells its rows apart. */
const slices = [
  { table: 'events', key: 'thread_id, seq', rows: 100 },
  { table: 'entries', key: 'thread_id, entry_index', rows: 100 },
  { table: 'payloads', key: 'rowid', rows: 2 },
  { table: 'terminals', key: 'rowid', rows: 2 },
  { table: 'drafts', key: 'thread_id', rows: 1 },
  { table: 'decisions', key: 'rowid', rows: 100 },
]

/** Deletes everything that belongs to these threads, a little at a time, and overwrites its bytes. */
export async function eraseThreads(
  sql: Database.Database,
  { threadIds, signal }: { threadIds: readonly string[], signal: AbortSignal },
): Promise<void> {
  const known = new Set(sql.prepare('SELECT name FROM sqlite_schema WHERE type = \'table\'').pluck().all()) // an older copy has fewer
  const steps = slices
    .filter(({ table }) => known.has(table))
    .map(({ table, key, rows }) =>
      sql.prepare(`DELETE FROM ${table} WHERE (${key}) IN (SELECT ${key} FROM ${table} WHERE thread_id = ? LIMIT ${rows})`))
  const thread = sql.prepare('DELETE FROM threads WHERE thread_id = ?')
  for (const threadId of threadIds) {
    for (const step of [...steps, thread]) {
      while (!signal.aborted && sql.open && overwriting(sql, () => step.run(threadId).changes) > 0)
        await turn()
    }
  }
}

function overwriting<T>(sql: Database.Database, change: () => T): T {
  sql.pragma('secure_delete = ON')
  try {
    return change()
  }
  finally {
    sql.pragma('secure_delete = FAST')
  }
}
