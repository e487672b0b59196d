import Database from 'better-sqlite3'
import { existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { HostError, messageOf } from '../../shared/errors'
import { applicationId, migrate, migrations } from './migrations'
import { recoverDatabase } from './recoverDatabase'
import { asStorageError, isCorruption } from './storageError'

/** An open database, brought to the newest version. */
export interface StoreDatabase {
  readonly sql: Database.Database
  /** Absent for one in memory. */
  readonly file?: string
  /** What a person must know: a damaged file was set aside. */
  readonly problem?: string
  /** Something in it could not be read: the next start looks at all of it. */
  noteDamage(): void
  close(): void
}

/** A whole check reads the whole file; above this size only after an end that left a log behind, or after damage was met. */
const alwaysCheckedBytes = 64 * 1024 * 1024

/**
 * Opens Parley's database, making it where there is none. A damaged file is set aside, never deleted, and what can be read of it and
 * of its backups goes into a new one. A file of a newer Parley is refused. `steps` is for tests.
 */
export function openDatabase(file: string, { steps = migrations }: { steps?: readonly string[] } = {}): StoreDatabase {
  if (file === ':memory:')
    return asStore(prepare(new Database(file), { file: undefined, steps }), {})
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    const sql = openSound(file, steps)
    if (sql !== undefined)
      return asStore(sql, { file })

    const problem = recoverDatabase(file, { make: part => prepare(new Database(part), { file: undefined, steps }) })
    rmSync(damageMark(file), { force: true })
    const fresh = openSound(file, steps)
    if (fresh === undefined)
      throw new HostError('storage', `A new database could not be made at "${file}". Check the disk.`)
    return asStore(fresh, { file, problem })
  }
  catch (error) {
    const told = asStorageError(error)
    if (told instanceof HostError || !isFileError(told))
      throw told
    throw new HostError('storage', `Parley cannot keep its database at "${file}": ${messageOf(error)}. Check the folder's permissions and that the disk has room, or choose another folder with --data-dir.`, { cause: error })
  }
}

/** The database, or `undefined` when the file is damaged. */
function openSound(file: string, steps: readonly string[]): Database.Database | undefined {
  // SQLite takes an empty file for an empty database: only the marker tells that it once held something.
  const marker = `${file}.made`
  const size = existsSync(file) ? statSync(file).size : 0
  if (size === 0 && existsSync(marker))
    return undefined
  const mustCheck = size > 0 && (size <= alwaysCheckedBytes || existsSync(`${file}-wal`) || existsSync(damageMark(file)))
  let sql: Database.Database | undefined
  try {
    sql = new Database(file)
    if (size > 0 && !isOurs(sql) || mustCheck && !passesCheck(sql)) {
      sql.close()
      return undefined
    }
    prepare(sql, { file, steps })
    refuseReadOnly(sql)
    rmSync(damageMark(file), { force: true })
    writeFileSync(marker, '')
    return sql
  }
  catch (error) {
    sql?.close()
    if (isCorruption(error))
      return undefined
    throw error
  }
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

function damageMark(file: string): string {
  return `${file}.damaged`
}

function asStore(sql: Database.Database, { file, problem }: { file?: string, problem?: string }): StoreDatabase {
  return {
    sql, file, problem,
    noteDamage: () => {
      try {
        if (file !== undefined)
          writeFileSync(damageMark(file), '')
      }
      catch {
        // A disk that takes nothing: the damage is met again.
      }
    },
    close: () => sql.close(),
  }
}
