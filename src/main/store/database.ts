import Database from 'better-sqlite3'
import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { HostError, messageOf } from '../../shared/errors'
import { salvage, setAside } from './damagedFile'
import { applicationId, migrate, migrations } from './migrations'
import { asStorageError, isCorruption } from './storageError'

/** An open database, brought to the newest version. */
export interface StoreDatabase {
  readonly sql: Database.Database
  /** What a person must know: a damaged file was set aside. */
  readonly problem?: string
  close(): void
}

/** A whole check reads the whole file; above this size only after an end that left a log behind. */
const alwaysCheckedBytes = 64 * 1024 * 1024

/**
 * Opens Parley's database, making it where there is none. A damaged file is set aside, never deleted, and what can be read of it
 * goes into a new one. A file of a newer Parley is refused. `steps` is for tests.
 */
export function openDatabase(file: string, { steps = migrations }: { steps?: readonly string[] } = {}): StoreDatabase {
  if (file === ':memory:')
    return asStore(prepare(new Database(file), { file: undefined, steps }))
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    const sql = openSound(file, steps)
    if (sql !== undefined)
      return asStore(sql)

    const aside = setAside(file)
    const fresh = openSound(file, steps)
    if (fresh === undefined)
      throw new HostError('storage', `A new database could not be made at "${file}". Check the disk.`)
    return asStore(fresh, `The database was damaged. It was set aside as "${aside}" and a new one was made. ${salvage({ from: aside, into: fresh })}`)
  }
  catch (error) {
    const told = asStorageError(error)
    if (told instanceof HostError || !isFileError(told))
      throw told
    throw new HostError('storage', `Parley cannot keep its database at "${file}": ${messageOf(error)}`, { cause: error })
  }
}

/** The database, or `undefined` when the file is damaged. */
function openSound(file: string, steps: readonly string[]): Database.Database | undefined {
  // SQLite takes an empty file for an empty database: only the marker tells that it once held something.
  const marker = `${file}.made`
  const size = existsSync(file) ? statSync(file).size : undefined
  if (size === 0 && existsSync(marker))
    return undefined
  const mustCheck = size !== undefined && size > 0 && (size <= alwaysCheckedBytes || existsSync(`${file}-wal`))
  let sql: Database.Database | undefined
  try {
    sql = new Database(file)
    if (size !== undefined && size > 0 && !isOurs(sql) || mustCheck && !passesCheck(sql)) {
      sql.close()
      return undefined
    }
    prepare(sql, { file, steps })
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
  // Before anything is written, so that a newer file is left as it was.
  migrate({ sql, file, steps })
  sql.pragma('journal_mode = WAL')
  sql.pragma('synchronous = NORMAL')
  // From here on everything else stands still while this waits.
  sql.pragma('busy_timeout = 200')
  return sql
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

function asStore(sql: Database.Database, problem?: string): StoreDatabase {
  return { sql, problem, close: () => sql.close() }
}
