import type Database from 'better-sqlite3'

/** Runs one commit so that it and all commits before it are on the disk when this returns, even if the power fails. */
export function durably<T>(sql: Database.Database, commit: () => T): T {
  sql.pragma('synchronous = FULL')
  try {
    return commit()
  }
  finally {
    sql.pragma('synchronous = NORMAL')
  }
}
