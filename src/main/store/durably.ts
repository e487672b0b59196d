import type Database from 'better-sqlite3'

/** Runs one commit so that it is on the disk when this returns, even if the power fails. All commits before it are then there too. */
export function durably<T>(sql: Database.Database, commit: () => T): T {
  sql.pragma('synchronous = FULL')
  try {
    return commit()
  }
  finally {
    sql.pragma('synchronous = NORMAL')
  }
}
