import type Database from 'better-sqlite3'

/** Runs one commit so that it is on the disk when this returns, even if the power fails. All commits before it are then there too. */
export function durably(sql: Database.Database, commit: () => void): void {
  sql.pragma('synchronous = FULL')
  try {
    commit()
  }
  finally {
    sql.pragma('synchronous = NORMAL')
  }
}
