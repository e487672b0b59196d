import { existsSync, lstatSync, mkdirSync, realpathSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import { HostError, messageOf } from '../../shared/errors'
import { applicationId, migrate, migrations } from './migrations'
import { DatabaseMarks } from './recovery/databaseMarks'
import { recoverDatabase } from './recovery/recoverDatabase'
import { asStorageError, isCorruption } from './storageError'

/** An open database, brought to the newest version. */
export interface StoreDatabase {
  readonly sql: Database.Database
  /** Absent for one in memory. */
  readonly file?: string
  /** What a person must know: a damaged file was set aside, or a part of it is missing. */
  readonly problem?: string
  /** Something in it could not be read: the next start looks at all of it. */
  noteDamage(): void
  close(): void
}

/** A whole check reads the whole file; above this size only after an end that left a log behind, or after damage was met. */
const alwaysCheckedBytes = 64 * 1024 * 1024

/**
 * Opens Parley's database, making it where there is none. A damaged file is set aside, never deleted, and what can be read of it and
 * of its backups goes into a new one. What is no file, or the file of a newer Parley or another program, is refused. `steps` is for tests.
 */
export function openDatabase(path: string, { steps = migrations }: { steps?: readonly string[] } = {}): StoreDatabase {
  if (path === ':memory:')
    return asStore(prepare(new Database(path), { file: undefined, steps }), {})
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    const file = fileAt(path)
    const marks = new DatabaseMarks(file)
    const isLogGone = marks.wasLeftOpen && existsSync(file) && !existsSync(`${file}-wal`)
    const sql = openSound(file, { marks, steps })
    if (sql !== undefined)
      return asStore(sql, { file, marks, ...isLogGone && { problem: logGone(file) } })

    const problem = recoverDatabase(file, { make: part => prepare(new Database(part), { file: undefined, steps }) })
    const fresh = openSound(file, { marks, steps })
    if (fresh === undefined)
      throw new HostError('storage', `A new database could not be made at "${file}". Check the disk.`)
    return asStore(fresh, { file, marks, problem })
  }
  catch (error) {
    if (error instanceof HostError)
      throw error
    const told = asStorageError(error)
    if (told instanceof HostError)
      throw new HostError('storage', `${told.message} The file is "${path}".`, { cause: error })
    if (!isFileError(told))
      throw told
    throw new HostError(
      'storage',
      `Parley cannot keep its database at "${path}": ${messageOf(error)}. Check the folder's permissions and that the disk has room, or choose another folder with --data-dir.`,
      { cause: error },
    )
  }
}

/** The file itself where a link stands: what SQLite keeps beside it, and what Parley does, belongs there. */
function fileAt(path: string): string {
  const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false
  if (isLink && !existsSync(path)) {
    throw new HostError(
      'storage',
      `"${path}" is a link to a database that is not there. Bring that back (is its disk connected?), or remove the link to begin anew.`,
    )
  }
  if (existsSync(path) && !statSync(path).isFile()) {
    throw new HostError(
      'storage',
      `Where Parley keeps its database, "${path}", stands something that is no file. Move it away and start Parley again, or choose another folder with --data-dir.`,
    )
  }
  return isLink ? realpathSync(path) : path
}

/** The database, or `undefined` when the file is damaged. */
function openSound(file: string, { marks, steps }: { marks: DatabaseMarks, steps: readonly string[] }): Database.Database | undefined {
  const size = existsSync(file) ? statSync(file).size : 0
  if (size === 0 && marks.wasMade)
    return undefined
  const mustCheck = size > 0 && (size <= alwaysCheckedBytes || existsSync(`${file}-wal`) || marks.wasLeftOpen || marks.isDamaged)
  let sql: Database.Database | undefined
  try {
    sql = new Database(file)
    if (size > 0 && !isOurs(sql)) {
      if (!marks.wasMade) {
        throw new HostError(
          'storage',
          `"${file}" is the database of another program, and was left as it is. Choose another folder with --data-dir.`,
        )
      }
      sql.close()
      return undefined
    }
    if (mustCheck && !passesCheck(sql)) {
      sql.close()
      return undefined
    }
    prepare(sql, { file, steps })
    refuseReadOnly(sql)
    marks.noteOpen()
    return sql
  }
  catch (error) {
    sql?.close()
    if (isCorruption(error))
      return undefined
    marks.noteClosed() // closing has brought the write-ahead log into the file
    throw error
  }
}

function logGone(file: string): string {
  return `Parley was not closed properly the last time, and "${file}-wal" is gone since, which held what was stored last: unless another program has put it into the database, the end of some threads is missing. Do not move or delete the files beside the database.`
}

function prepare(sql: Database.Database, { file, steps }: { file: string | undefined, steps: readonly string[] }): Database.Database {
  sql.pragma('busy_timeout = 2000')
  sql.pragma('foreign_keys = ON')
  sql.pragma('secure_delete = FAST') // what moves within a page leaves nothing behind where it was
  if (sql.pragma('page_count', { simple: true }) === 0)
    sql.pragma('auto_vacuum = INCREMENTAL') // it must come before the first table
  // Before anything is written, so that a newer file is left as it was.
  migrate({ sql, file, steps })
  sql.pragma('journal_mode = WAL')
  sql.pragma('synchronous = NORMAL')
  if (sql.pragma('auto_vacuum', { simple: true }) === 0) // a file from before it could shrink
    sql.exec('PRAGMA auto_vacuum = INCREMENTAL; VACUUM')
  // From here on everything else stands still while this waits.
  sql.pragma('busy_timeout = 200')
  return sql
}

/** SQLite opens a file that it may not write for reading alone, and would tell only at the first message. */
function refuseReadOnly(sql: Database.Database): void {
  sql.pragma(`user_version = ${sql.pragma('user_version', { simple: true }) as number}`) // writes, and changes nothing
}

function isOurs(sql: Database.Database): boolean {
  const isEmpty = sql.prepare('SELECT count(*) FROM sqlite_schema').pluck().get() === 0
  return isEmpty || sql.pragma('application_id', { simple: true }) === applicationId
}

function passesCheck(sql: Database.Database): boolean {
  return sql.pragma('quick_check(1)', { simple: true }) === 'ok'
}

function isFileError(error: unknown): boolean {
  return error instanceof Error && ('syscall' in error || error instanceof TypeError && error.message.includes('directory does not exist'))
}

function asStore(
  sql: Database.Database,
  { file, marks, problem }: { file?: string, marks?: DatabaseMarks, problem?: string },
): StoreDatabase {
  return {
    sql,
    file,
    problem,
    noteDamage: () => marks?.noteDamage(),
    close: () => {
      sql.close()
      marks?.noteClosed()
    },
  }
}
