import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { ownerOnly } from '../../store/ownerOnly'
import { isCorruption } from '../../store/storageError'
import { removeSetAside, setAside } from './setAside'

/** The version of the format: a ledger of another version starts empty, which loses only what could be undone. */
export const ledgerVersion = 2
/** Its name in the folder's own folder. */
export const ledgerFile = 'ledger.db'

/**
 * What one folder's ledger keeps. States are lines as `keyOf` makes them; paths are relative to the folder, with `/` between names.
 * Contents lie in packs of several, because compressing costs by the call; large ones in files beside the database.
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
CREATE TABLE packs (id INTEGER PRIMARY KEY AUTOINCREMENT, bytes BLOB NOT NULL);
CREATE TABLE contents (hash BLOB PRIMARY KEY, pack INTEGER, start INTEGER, size INTEGER NOT NULL) WITHOUT ROWID;
CREATE INDEX large_contents ON contents (size) WHERE pack IS NULL;
`

/** One folder's ledger. */
export interface LedgerDatabase {
  readonly sql: Database.Database
  /** Where large contents lie. */
  readonly largeFolder: string
  /** Grows with every change that is made through it. */
  changeCount(): number
  /** Runs `work` on one snapshot: locking for each query takes longer than reading a row. */
  reading: <T>(work: () => T) => T
  /** It is new: nothing of the folder was ever recorded, or what was is lost. */
  readonly isNew: boolean
  close(): void
}

/** Opens the ledger in `folder`, which is made where it is missing. One that is damaged, or of another form, is set aside. */
export function openLedgerDatabase(folder: string): LedgerDatabase {
  mkdirSync(join(folder, 'large'), { recursive: true, mode: 0o700 })
  removeSetAside(folder)
  const file = join(folder, ledgerFile)
  try {
    return open(file, folder)
  }
  catch (error) {
    if (!isCorruption(error))
      throw error
    setAside(file)
    return open(file, folder)
  }
}

/** Loads SQLite's addon in this thread, which otherwise happens at the first database. */
export function loadSqlite(): void {
  new Database(':memory:').close()
}

function open(file: string, folder: string): LedgerDatabase {
  ownerOnly(file)
  const sql = new Database(file)
  try {
    sql.pragma('auto_vacuum = INCREMENTAL') // counts only before anything is written: what is given up shrinks the file
    sql.pragma('journal_mode = WAL')
    sql.pragma('temp_store = MEMORY')
    sql.pragma('synchronous = NORMAL')
    sql.pragma('secure_delete = ON')
    let version = sql.pragma('user_version', { simple: true })
    if (version !== 0 && version !== ledgerVersion) {
      sql.close()
      setAside(file)
      return open(file, folder)
    }
    const isNew = version === 0
    if (isNew) {
      sql.transaction(() => {
        sql.exec(schema)
        sql.pragma(`user_version = ${ledgerVersion}`)
      })()
      version = ledgerVersion
    }
    const read = sql.transaction((work: () => unknown) => work())
    const reading = <T>(work: () => T): T => read(work) as T // what `work` returned
    return { sql, largeFolder: join(folder, 'large'), changeCount: counterOf(sql), reading, isNew, close: () => sql.close() }
  }
  catch (error) {
    sql.close()
    throw error
  }
}

function counterOf(sql: Database.Database): () => number {
  const read = sql.prepare<[], number>('SELECT total_changes()').pluck()
  return () => read.get() ?? 0
}
