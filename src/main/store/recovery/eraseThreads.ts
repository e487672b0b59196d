import { setImmediate as turn } from 'node:timers/promises'
import Database from 'better-sqlite3'

/** Tables to erase from, each with its key and the number of rows that take a millisecond or two. */
const slices = [
  { table: 'events', key: 'thread_id, seq', rows: 100 },
  { table: 'entries', key: 'thread_id, entry_index', rows: 100 },
  { table: 'payloads', key: 'rowid', rows: 2 },
  { table: 'terminals', key: 'rowid', rows: 2 },
  { table: 'drafts', key: 'thread_id', rows: 1 },
  { table: 'decisions', key: 'rowid', rows: 100 },
]

/** Number of pages released at a time: about a millisecond of work. */
const pagesPerStep = 64

/** Deletes everything that belongs to these threads, in small steps, and overwrites the bytes. */
export async function eraseThreads(
  sql: Database.Database,
  { threadIds, signal }: { threadIds: readonly string[], signal: AbortSignal },
): Promise<void> {
  const known = new Set(sql.prepare('SELECT name FROM sqlite_schema WHERE type = \'table\'').pluck().all()) // old copies have fewer
  const steps = slices
    .filter(({ table }) => known.has(table))
    .map(({ table, key, rows }) =>
      sql.prepare(`DELETE FROM ${table} WHERE (${key}) IN (SELECT ${key} FROM ${table} WHERE thread_id = ? LIMIT ${rows})`))
  const thread = sql.prepare('DELETE FROM threads WHERE thread_id = ?')
  for (const threadId of threadIds) {
    for (const step of [...steps, thread]) {
      while (!signal.aborted && sql.open && withSecureDelete(sql, () => step.run(threadId).changes) > 0)
        await turn()
    }
  }
}

function withSecureDelete<T>(sql: Database.Database, change: () => T): T {
  sql.pragma('secure_delete = ON')
  try {
    return change()
  }
  finally {
    sql.pragma('secure_delete = FAST')
  }
}

/** Erases threads from a copy of the database. Throws for a damaged copy, which is left unchanged. */
export async function eraseFromCopy(
  copy: string,
  { threadIds, signal }: { threadIds: readonly string[], signal: AbortSignal },
): Promise<void> {
  const sql = new Database(copy)
  try {
    sql.pragma('foreign_keys = ON')
    await eraseThreads(sql, { threadIds, signal })
    sql.pragma('secure_delete = ON')
    await compact(sql, { signal })
  }
  finally {
    sql.close()
  }
}

/** Releases free pages of the file in small steps and empties the write-ahead log, which may contain deleted data. */
export async function compact(sql: Database.Database, { signal }: { signal: AbortSignal }): Promise<void> {
  while (!signal.aborted && sql.open && (sql.pragma('freelist_count', { simple: true }) as number) > 0) {
    sql.pragma(`incremental_vacuum(${pagesPerStep})`)
    await turn()
  }
  if (sql.open)
    sql.pragma('wal_checkpoint(TRUNCATE)')
}
