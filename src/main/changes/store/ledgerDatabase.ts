import type { Buffer } from 'node:buffer'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { HostError } from '../../../shared/errors'
import { createPrivateFile } from '../../store/privateFile'
import { isCorruption } from '../../store/storageError'
import { writePack } from './contents'
import { removeSetAside, setAside } from './setAside'

/** Format version. The previous version is migrated; ledgers of other versions are set aside. */
const ledgerVersion = 3
/** Name of the database file. */
export const ledgerFile = 'ledger.db'

const contentTables = `
CREATE TABLE packs (id INTEGER PRIMARY KEY AUTOINCREMENT, file TEXT NOT NULL, bytes INTEGER NOT NULL);
CREATE TABLE contents (hash BLOB PRIMARY KEY, pack INTEGER NOT NULL, start INTEGER NOT NULL, size INTEGER NOT NULL)
  WITHOUT ROWID;
CREATE TABLE losses (words TEXT NOT NULL);
`

/**
 * Schema of a folder's ledger. States are state keys; paths are relative to the folder, with `/`. Contents are stored
 * in files beside the database.
 */
const schema = `
CREATE TABLE files (path TEXT PRIMARY KEY, state TEXT NOT NULL, size INTEGER NOT NULL, mtime INTEGER NOT NULL, ctime INTEGER NOT NULL,
  inode TEXT NOT NULL, looked INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE versions (seq INTEGER PRIMARY KEY AUTOINCREMENT, path TEXT NOT NULL, before TEXT NOT NULL, after TEXT NOT NULL,
  author TEXT NOT NULL, thread TEXT, prompt TEXT, operation INTEGER, at INTEGER NOT NULL);
CREATE INDEX versions_of_path ON versions (path, seq);
CREATE INDEX versions_of_thread ON versions (thread, seq);
CREATE TABLE turns (thread TEXT NOT NULL, prompt TEXT NOT NULL, first INTEGER NOT NULL, last INTEGER, at INTEGER NOT NULL, gap TEXT,
  PRIMARY KEY (thread, prompt));
CREATE TABLE baselines (id INTEGER PRIMARY KEY, thread TEXT NOT NULL, path TEXT NOT NULL, seq INTEGER NOT NULL, before TEXT NOT NULL,
  state TEXT NOT NULL, operation INTEGER NOT NULL);
CREATE INDEX baselines_of_path ON baselines (thread, path, id);
CREATE TABLE operations (id INTEGER PRIMARY KEY AUTOINCREMENT, thread TEXT NOT NULL, act TEXT NOT NULL, undoes INTEGER, first INTEGER,
  since INTEGER NOT NULL, is_done INTEGER NOT NULL, is_undone INTEGER NOT NULL, at INTEGER NOT NULL);
CREATE TABLE steps (operation INTEGER NOT NULL, path TEXT NOT NULL, expected TEXT NOT NULL, target TEXT NOT NULL,
  temporary TEXT NOT NULL, outcome TEXT, PRIMARY KEY (operation, path));
${contentTables}`

/** Added later. Older versions of Parley work without it. */
const folderTable = 'CREATE TABLE IF NOT EXISTS folders (path TEXT PRIMARY KEY, mode INTEGER NOT NULL) WITHOUT ROWID'

/** The database of a folder's ledger. */
export interface LedgerDatabase {
  readonly sql: Database.Database
  /** The ledger's folder. */
  readonly folder: string
  /** Increases with every change made through this connection. */
  changeCount(): number
  /** Runs `work` on one snapshot, because locking for each query takes longer than reading a row. */
  reading: <T>(work: () => T) => T
  close(): void
}

/** Opens or creates the ledger in `folder`. Sets aside one that is damaged or has another format. */
export function openLedgerDatabase(folder: string): LedgerDatabase {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  removeSetAside(folder)
  const file = join(folder, ledgerFile)
  createPrivateFile(file)
  let sql: Database.Database
  try {
    sql = openSound(folder)
  }
  catch (error) {
    if (!(error instanceof HostError && error.code === 'unsupported') && !isCorruption(error))
      throw error
    const words = describeLoss(file)
    setAside(file)
    createPrivateFile(file)
    sql = openSound(folder)
    sql.prepare('INSERT INTO losses (words) VALUES (?)').run(words)
  }
  const read = sql.transaction((work: () => unknown) => work())
  const reading = <T>(work: () => T): T => read(work) as T // the result of `work`
  return { sql, folder, changeCount: createChangeCounter(sql), reading, close: () => sql.close() }
}

/** Returns the next turn's report about a ledger that was set aside. */
export function readLosses({ sql }: LedgerDatabase): string[] {
  return sql.prepare<[], string>('SELECT words FROM losses').pluck().all()
}

/** Deletes losses that an ended turn has reported. */
export function dropReportedLosses({ sql }: LedgerDatabase): void {
  sql.exec('DELETE FROM losses WHERE EXISTS (SELECT 1 FROM turns WHERE last IS NOT NULL)')
}

/** Loads SQLite's addon ahead of time. Otherwise the first database would load it. */
export function loadSqlite(): void {
  new Database(':memory:').close()
}

/** Opens the existing ledger in `folder`. Throws if it is damaged or has another format. */
export function openSound(folder: string, timeoutMs = 5_000): Database.Database {
  const sql = new Database(join(folder, ledgerFile), { fileMustExist: true, timeout: timeoutMs })
  try {
    sql.pragma('auto_vacuum = INCREMENTAL') // must be set before the first write; lets the file shrink
    sql.pragma('journal_mode = WAL')
    sql.pragma('temp_store = MEMORY')
    sql.pragma('synchronous = NORMAL')
    sql.pragma('secure_delete = ON')
    sql.transaction(() => {
      const version = sql.pragma('user_version', { simple: true })
      if (version === 0)
        sql.exec(schema)
      else if (version === 2)
        movePacksOut(sql, folder)
      else if (version !== ledgerVersion)
        throw new HostError('unsupported', 'Another version of Parley recorded this.')
      if (version !== ledgerVersion)
        sql.pragma(`user_version = ${ledgerVersion}`)
      sql.exec(folderTable)
    }).immediate()
    return sql
  }
  catch (error) {
    sql.close()
    throw error
  }
}

/** Version 2 stored packs in the database. Its large contents stay in uncompressed files. */
function movePacksOut(sql: Database.Database, folder: string): void {
  sql.exec(`ALTER TABLE packs RENAME TO packed; ALTER TABLE contents RENAME TO placed; ${contentTables}`)
  const read = sql.prepare<[number], Buffer>('SELECT bytes FROM packed WHERE id = ?').pluck()
  const add = sql.prepare('INSERT INTO packs (id, file, bytes) VALUES (?, ?, ?)')
  for (const id of sql.prepare<[], number>('SELECT id FROM packed').pluck().all()) {
    const pack = read.get(id)!
    add.run(id, writePack(folder, pack, { isDurable: true }), pack.length)
  }
  sql.exec(`
    INSERT INTO contents SELECT hash, pack, start, size FROM placed WHERE pack IS NOT NULL;
    INSERT INTO packs (file, bytes) SELECT 'large/' || lower(hex(hash)), size FROM placed WHERE pack IS NULL;
    INSERT INTO contents
      SELECT hash, id, 0, size FROM placed JOIN packs ON file = 'large/' || lower(hex(hash)) WHERE pack IS NULL;
    DROP TABLE packed;
    DROP TABLE placed`)
}

/** Describes, for the next turn's card, why a ledger was set aside. */
function describeLoss(file: string): string {
  const words = 'What was recorded of this folder before could not be read, and was set aside:'
    + ' it can no longer be reviewed or undone.'
  try {
    const sql = new Database(file, { readonly: true })
    try {
      const count = sql.prepare<[], number>(`
        SELECT count(*) FROM steps JOIN operations ON operation = id
        WHERE NOT is_done AND outcome IS NULL`).pluck().get() ?? 0
      const files = count === 1 ? 'one file' : `${count} files`
      return count === 0 ? words : `${words} A decision about ${files} was interrupted, and is not finished.`
    }
    finally {
      sql.close()
    }
  }
  catch (error) {
    if (!(error instanceof Database.SqliteError))
      throw error
    return `${words} If a decision was interrupted, it is not finished.`
  }
}

function createChangeCounter(sql: Database.Database): () => number {
  const read = sql.prepare<[], number>('SELECT total_changes()').pluck()
  return () => read.get() ?? 0
}
