import { rmSync } from 'node:fs'
import Database from 'better-sqlite3'
import { ownerOnly } from '../ownerOnly'
import { withCompanions } from '../recovery/copies'
import { isCorruption } from '../storageError'

/** Another number makes the index again from what is stored. */
const version = 4

/**
 * A beginning of two to four letters has a list of its own: else the places of thousands of words would be put
 * together, for a third of a second, while nothing else of the host runs. The index is merged by `SearchTables.merge`,
 * a little at a time: by itself it would do much at once.
 */
const tables = `
  CREATE TABLE threads (
    thread_id TEXT PRIMARY KEY,
    reducer_version INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    entry_index INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE entries (
    id INTEGER PRIMARY KEY,
    thread_id TEXT NOT NULL,
    entry_index INTEGER NOT NULL,
    entry_kind TEXT NOT NULL,
    kind TEXT NOT NULL,
    at INTEGER NOT NULL,
    text TEXT NOT NULL,
    UNIQUE (thread_id, entry_index)
  ) STRICT;

  CREATE VIRTUAL TABLE words USING fts5 (
    text,
    content = '',
    prefix = '2 3 4',
    tokenize = "unicode61 remove_diacritics 0 categories 'L* N* Co M*'"
  );
  INSERT INTO words (words, rank) VALUES ('secure-delete', 1);
  INSERT INTO words (words, rank) VALUES ('automerge', 0);
  INSERT INTO words (words, rank) VALUES ('crisismerge', 64);
`

/**
 * Opens the index of the search, beside the database that it is made from. It holds nothing that is not there, so a
 * missing, damaged or older one is started over. In memory without a `file`.
 */
export function openSearchFile(file: string | undefined): Database.Database {
  if (file === undefined)
    return prepared(new Database(':memory:'))!
  return openAt(file) ?? openAt(removed(file))!
}

/** Removes the index, and with it all that is in it. */
export function removed(file: string): string {
  withCompanions(file).forEach(name => rmSync(name, { force: true }))
  return file
}

/** `undefined` for one that cannot be used. */
function openAt(file: string): Database.Database | undefined {
  ownerOnly(file)
  const sql = new Database(file)
  try {
    const ready = prepared(sql)
    if (!ready)
      sql.close()
    return ready
  }
  catch (error) {
    sql.close()
    if (!isCorruption(error))
      throw error
    return undefined
  }
}

function prepared(sql: Database.Database): Database.Database | undefined {
  sql.pragma('busy_timeout = 200')
  sql.pragma('secure_delete = ON')
  const found = sql.pragma('user_version', { simple: true })
  const isEmpty = sql.pragma('page_count', { simple: true }) === 0
  if (!isEmpty && found !== version)
    return undefined
  if (isEmpty)
    sql.pragma('auto_vacuum = INCREMENTAL') // it must come before the first table
  sql.pragma('journal_mode = WAL')
  sql.pragma('synchronous = NORMAL')
  sql.pragma('wal_autocheckpoint = 200') // often and little, for the same reason
  if (isEmpty) {
    sql.transaction(() => {
      sql.exec(tables)
      sql.pragma(`user_version = ${version}`)
    }).immediate()
  }
  return sql
}
