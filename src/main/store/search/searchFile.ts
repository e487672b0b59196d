import { closeSync, lstatSync, rmSync } from 'node:fs'
import Database from 'better-sqlite3'
import { openPlainFile } from '../../system/readPlainFile'
import { createPrivateFile } from '../privateFile'
import { listCompanions } from '../recovery/copies'
import { isCorruption } from '../storageError'

/** Version of the index. Indexes of other versions are rebuilt. */
const version = 4

/**
 * Prefixes of two to four letters are indexed. Otherwise SQLite would combine the places of thousands of words for a
 * third of a second and block the host. The index is merged by `SearchTables.merge` in small steps, because automatic
 * merging does much at a time.
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
 * Opens the search index in a file beside the database. It contains only derived data, so a missing, damaged or
 * outdated index is rebuilt. Without `file`, the index is in memory.
 */
export function openSearchFile(file: string | undefined): Database.Database {
  if (file === undefined)
    return prepare(new Database(':memory:'))!
  return tryOpen(file) ?? tryOpen(removeSearchFile(file))!
}

/** Removes the index. Returns its path. */
export function removeSearchFile(file: string): string {
  listCompanions(file).forEach(name => rmSync(name, { force: true }))
  return file
}

/** Opens the index. Returns `undefined` if it can't be used. */
function tryOpen(file: string): Database.Database | undefined {
  if (isInTheWay(file))
    return undefined
  createPrivateFile(file)
  const sql = new Database(file)
  try {
    const ready = prepare(sql)
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

/** Whether the path is something other than a file: opening a pipe would block forever. */
function isInTheWay(file: string): boolean {
  if (lstatSync(file, { throwIfNoEntry: false }) === undefined)
    return false
  try {
    closeSync(openPlainFile(file))
    return false
  }
  catch {
    return true
  }
}

function prepare(sql: Database.Database): Database.Database | undefined {
  sql.pragma('busy_timeout = 200')
  sql.pragma('secure_delete = ON')
  const found = sql.pragma('user_version', { simple: true })
  const isEmpty = sql.pragma('page_count', { simple: true }) === 0
  if (!isEmpty && found !== version)
    return undefined
  if (isEmpty)
    sql.pragma('auto_vacuum = INCREMENTAL') // must come before the first table
  sql.pragma('journal_mode = WAL')
  sql.pragma('synchronous = NORMAL')
  sql.pragma('wal_autocheckpoint = 200') // frequent and small, for the same reason
  if (isEmpty) {
    sql.transaction(() => {
      sql.exec(tables)
      sql.pragma(`user_version = ${version}`)
    }).immediate()
  }
  return sql
}
