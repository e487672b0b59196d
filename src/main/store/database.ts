import { existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import { errorMessage, HostError } from '../../shared/errors'
import { DatabaseMarks, fileAt, refuseForeignFile } from './databaseFile'
import { migrations } from './migrations'
import { closeToOthers, ownerOnly } from './ownerOnly'
import { listCopies, withCompanions } from './recovery/copies'
import { recoverDatabase } from './recovery/recoverDatabase'
import { asStorageError, isCorruption } from './storageError'

/** An open database in the newest version. */
export interface StoreDatabase {
  readonly sql: Database.Database
  /** Absent for one in memory. */
  readonly file?: string
  /** What the person must know: a damaged file was set aside, or part of it is missing. */
  readonly problem?: string
  /** An earlier run may have written what the newest backup lacks. */
  readonly needsBackup: boolean
  /** To be called when something could not be read: the next start checks the whole file. */
  noteDamage(): void
  close(): void
}

/** A check reads the whole file; larger ones are only checked after an unclean end or after damage. */
const alwaysCheckedBytes = 64 * 1024 * 1024

/**
 * Opens Parley's database, creating it if needed. A damaged file is set aside, never deleted; the newest backup takes
 * its place, with what can still be read of the file. Anything but a file, or the file of a newer Parley or another
 * program, is refused. `steps` is for tests.
 */
export function openDatabase(path: string, { steps = migrations }: { steps?: readonly string[] } = {}): StoreDatabase {
  if (path === ':memory:')
    return asStore(prepare(new Database(path), { file: undefined, steps }), { needsBackup: false })
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    const file = fileAt(path)
    const marks = new DatabaseMarks(file)
    refuseForeignFile(file, { path, marks })
    const { wasLeftOpen } = marks
    const isLogGone = wasLeftOpen && existsSync(file) && !existsSync(`${file}-wal`)
    const sound = openSound(file, { marks, steps })
    if (sound !== undefined)
      return asStore(sound, { file, marks, problem: isLogGone ? logGone(file) : undefined, needsBackup: wasLeftOpen })

    const problem = recoverDatabase(file, { prepare: sql => prepare(sql, { file: undefined, steps }) })
    const fresh = openSound(file, { marks, steps })
    if (fresh === undefined)
      throw new HostError('storage', `A new database could not be created at "${file}". Check the disk.`)
    return asStore(fresh, { file, marks, problem, needsBackup: true })
  }
  catch (error) {
    if (error instanceof HostError)
      throw error
    const known = asStorageError(error)
    if (known instanceof HostError)
      throw new HostError('storage', `${known.message} The file is "${path}".`, { cause: error })
    if (!isFileError(known))
      throw known
    throw new HostError(
      'storage',
      `Parley cannot open its database at "${path}": ${errorMessage(error)}.`
      + ' Check the folder\'s permissions and the free space on the disk, or choose another folder with --data-dir.',
      { cause: error },
    )
  }
}

/** The database, or `undefined` if the file is damaged. */
function openSound(file: string, { marks, steps }: { marks: DatabaseMarks, steps: readonly string[] }): Database.Database | undefined {
  const size = existsSync(file) ? statSync(file).size : 0
  if (size === 0 && marks.wasMade)
    return undefined
  const mustCheck = size > 0 && (size <= alwaysCheckedBytes || existsSync(`${file}-wal`) || marks.wasLeftOpen || marks.isDamaged)
  let sql: Database.Database | undefined
  try {
    keepPrivate(file)
    sql = new Database(file)
    if (size > 0 && !isParleyDatabase(sql)) {
      if (!marks.wasMade) {
        throw new HostError(
          'storage',
          `"${file}" is the database of another program and was not touched. Choose another folder with --data-dir.`,
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
    marks.noteClosed() // closing has merged the write-ahead log into the file
    throw error
  }
}

/** SQLite makes files that everyone can read; those of an earlier Parley were. */
function keepPrivate(file: string): void {
  if (!existsSync(file))
    ownerOnly(file)
  const copies = (['backup', 'before-version', 'corrupt'] as const).flatMap(kind => listCopies(file, kind))
  for (const name of [...withCompanions(file), ...copies])
    closeToOthers(name)
}

function logGone(file: string): string {
  return `Parley was not closed properly last time, and "${file}-wal", which held the latest changes, has disappeared since.`
    + ' Unless another program has merged it into the database, the end of some threads is missing.'
    + ' Do not move or delete the files beside the database.'
}

function prepare(sql: Database.Database, { file, steps }: { file: string | undefined, steps: readonly string[] }): Database.Database {
  sql.pragma('busy_timeout = 2000')
  sql.pragma('foreign_keys = ON')
  sql.pragma('secure_delete = FAST') // overwrites data that moves within a page
  if (sql.pragma('page_count', { simple: true }) === 0)
    sql.pragma('auto_vacuum = INCREMENTAL') // it must come before the first table
  // Before anything is written, so that a newer file stays unchanged.
  migrate({ sql, file, steps })
  sql.pragma('journal_mode = WAL')
  sql.pragma('synchronous = NORMAL')
  if (sql.pragma('auto_vacuum', { simple: true }) === 0) // a file from before files could shrink
    sql.exec('PRAGMA auto_vacuum = INCREMENTAL; VACUUM')
  // From here on everything else is blocked while this waits.
  sql.pragma('busy_timeout = 200')
  return sql
}

/** SQLite opens a file without write permission for reading only, and would fail only at the first message. */
function refuseReadOnly(sql: Database.Database): void {
  sql.pragma(`user_version = ${sql.pragma('user_version', { simple: true }) as number}`) // a write that changes nothing
}

function isParleyDatabase(sql: Database.Database): boolean {
  const isEmpty = sql.prepare('SELECT count(*) FROM sqlite_schema').pluck().get() === 0
  return isEmpty || sql.pragma('application_id', { simple: true }) === applicationId
}

function passesCheck(sql: Database.Database): boolean {
  return sql.pragma('quick_check(1)', { simple: true }) === 'ok'
}

function isFileError(error: unknown): boolean {
  return error instanceof Error
    && ('syscall' in error || (error instanceof TypeError && error.message.includes('directory does not exist')))
}

function asStore(
  sql: Database.Database,
  { file, marks, problem, needsBackup }: Pick<StoreDatabase, 'file' | 'problem' | 'needsBackup'> & { marks?: DatabaseMarks },
): StoreDatabase {
  return {
    sql,
    file,
    problem,
    needsBackup,
    noteDamage: () => marks?.noteDamage(),
    close: () => {
      sql.close()
      marks?.noteClosed()
    },
  }
}

/** "Parl": marks Parley's database among SQLite files. */
const applicationId = 0x5061726C

/** How many copies from before an upgrade are kept. */
const copiesKept = 2

/**
 * Copies the file, then brings it to the newest version, each step in its own transaction. A new file is made in one.
 */
function migrate({ sql, file, steps }: { sql: Database.Database, file: string | undefined, steps: readonly string[] }): void {
  const version = versionOf(sql)
  if (version > steps.length) {
    throw new HostError(
      'storage',
      `Parley's database${file === undefined ? '' : ` "${file}"`} was written by a newer Parley`
      + ` (its version is ${version}, this Parley knows ${steps.length}). Start the newer Parley, or choose another data folder.`,
    )
  }
  if (file !== undefined && version > 0 && version < steps.length)
    keepCopy(sql, file, version + 1)
  if (version === 0)
    return take(sql, { steps, from: 0 })
  for (const index of steps.slice(version).keys())
    take(sql, { steps: steps.slice(0, version + index + 1), from: version + index })
}

/** Takes the steps after `from`, all or none. */
function take(sql: Database.Database, { steps, from }: { steps: readonly string[], from: number }): void {
  sql.transaction(() => {
    for (const step of steps.slice(from))
      sql.exec(step)
    sql.pragma(`application_id = ${applicationId}`)
    sql.pragma(`user_version = ${steps.length}`)
  }).immediate()
}

function versionOf(sql: Database.Database): number {
  return sql.pragma('user_version', { simple: true }) as number // this pragma gives an integer
}

function keepCopy(sql: Database.Database, file: string, version: number): void {
  const copy = `${file}.before-version-${version}`
  if (existsSync(copy))
    return // an earlier attempt kept an older, and so better, copy
  // Written to another name first, so that a partial copy never passes for a complete one.
  rmSync(`${copy}.part`, { force: true })
  ownerOnly(`${copy}.part`)
  sql.prepare('VACUUM INTO ?').run(`${copy}.part`)
  renameSync(`${copy}.part`, copy)
  for (const old of listCopies(file, 'before-version').slice(copiesKept))
    rmSync(old)
}
