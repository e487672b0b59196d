import type Database from 'better-sqlite3'
import { setImmediate as turn } from 'node:timers/promises'

/** How many pages are released at once: about a millisecond of work. */
const pagesPerTurn = 64

/**
 * Returns free pages of the file to the disk, a few at a time so that nothing else waits, and empties the write-ahead log, which may hold
 * deleted data.
 */
export async function compact(sql: Database.Database, { signal }: { signal: AbortSignal }): Promise<void> {
  while (!signal.aborted && sql.open && (sql.pragma('freelist_count', { simple: true }) as number) > 0) {
    sql.pragma(`incremental_vacuum(${pagesPerTurn})`)
    await turn()
  }
  if (sql.open)
    sql.pragma('wal_checkpoint(TRUNCATE)')
}
