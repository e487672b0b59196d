import type Database from 'better-sqlite3'

/** Runs a commit. When this returns, it and all earlier commits are on disk and survive a power failure. */
export function commitDurably<T>(sql: Database.Database, commit: () => T): T {
  sql.pragma('synchronous = FULL')
  try {
    return commit()
  }
  finally {
    sql.pragma('synchronous = NORMAL')
  }
}
