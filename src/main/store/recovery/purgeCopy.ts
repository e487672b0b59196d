import Database from 'better-sqlite3'
import { compact } from './compact'
import { eraseThreads } from './eraseThreads'

/** Deletes threads from a copy of the database, a little at a time, and overwrites their bytes. A damaged copy stays as it is. */
export async function purgeCopy(copy: string, { threadIds, signal }: { threadIds: readonly string[], signal: AbortSignal }): Promise<void> {
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
