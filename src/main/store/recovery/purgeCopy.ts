import { setImmediate as turn } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { compact } from './compact'

const rowsPerTurn = 200

/** Deletes threads from a copy of the database, a little at a time, and overwrites their bytes. A damaged copy stays as it is. */
export async function purgeCopy(copy: string, { threadIds, signal }: { threadIds: readonly string[], signal: AbortSignal }): Promise<void> {
  const sql = new Database(copy)
  try {
    sql.pragma('foreign_keys = ON')
    sql.pragma('secure_delete = ON')
    const events = sql.prepare(
      `DELETE FROM events WHERE (thread_id, seq) IN (SELECT thread_id, seq FROM events WHERE thread_id = ? LIMIT ${rowsPerTurn})`,
    )
    const thread = sql.prepare('DELETE FROM threads WHERE thread_id = ?')
    for (const threadId of threadIds) {
      while (!signal.aborted && events.run(threadId).changes > 0)
        await turn()
      thread.run(threadId) // with its entries, terminals and decisions
    }
    await compact(sql, { signal })
  }
  finally {
    sql.close()
  }
}
