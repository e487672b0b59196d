import { existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import { errorMessage, HostError } from '../../shared/errors'
import { formatBytes } from '../../shared/text/formatBytes'
import { assertOwnFile, DatabaseMarks, resolveFile } from './databaseFile'
import { migrations } from './migrations'
import { createPrivateFile, restrictToOwner } from './privateFile'
import { listCompanions, listCopies } from './recovery/copies'
import { recoverDatabase } from './recovery/recoverDatabase'
import { isCorruption, toStorageError } from './storageError'

/** An open database, migrated to the newest version. */
export interface StoreDatabase {
  readonly sql: Database.Database
  /** Path of the file. Absent for a database in memory. */
  readonly file?: string
  /** A message for the person if the file was damaged or incomplete. */
  readonly problem?: string
  /** Whether a previous run may have written data that the newest backup lacks. */
  readonly needsBackup: boolean
  /** Records that something can't be read, so that the next start checks the whole file. */
  markDamaged(): void
  close(): void
}

/** Larger files are only checked after a crash or damage, because a check reads the whole file. */
const alwaysCheckedBytes = 64 * 1024 * 1024

/**
 * Opens Parley's database, creating it if necessary. A damaged file is set aside, never deleted, and replaced with the
 * newest backup plus everything that can still be read from the damaged file. Throws if there is anything but a file,
 * or the file belongs to a newer Parley or another program. `onRecover` is called with a description before a long
 * recovery. `steps` is for tests.
 */
export function openDatabase(
  path: string,
  { steps = migrations, onRecover }: { steps?: readonly string[], onRecover?: (words: string) => void } = {},
): StoreDatabase {
  if (path === ':memory:')
    return toStoreDatabase(prepare(new Database(path), { file: undefined, steps }), { needsBackup: false })
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    const file = resolveFile(path)
    const marks = new DatabaseMarks(file)
    assertOwnFile(file, { path, marks })
    const { wasLeftOpen } = marks
    const isLogGone = wasLeftOpen && existsSync(file) && !existsSync(`${file}-wal`)
    const sound = tryOpen(file, { marks, steps })
    if (sound !== undefined) {
      const warning = isLogGone ? describeMissingLog(file) : undefined
      return toStoreDatabase(sound, { file, marks, problem: warning, needsBackup: wasLeftOpen })
    }

    const bytes = statSync(file, { throwIfNoEntry: false })?.size ?? 0
    onRecover?.(`"${file}" (${formatBytes(bytes)}) is damaged. What can be read of it is being recovered.`)
    const problem = recoverDatabase(file, { prepare: sql => prepare(sql, { file: undefined, steps }) })
    const fresh = tryOpen(file, { marks, steps })
    if (fresh === undefined)
      throw new HostError('storage', `A new database could not be created at "${file}". Check the disk.`)
    return toStoreDatabase(fresh, { file, marks, problem, needsBackup: true })
  }
  catch (error) {
    if (error instanceof HostError)
      throw error
    const known = toStorageError(error)
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

/** Opens the database. Returns `undefined` if the file is damaged. */
function tryOpen(
  file: string,
  { marks, steps }: { marks: DatabaseMarks, steps: readonly string[] },
): Database.Database | undefined {
  const size = existsSync(file) ? statSync(file).size : 0
  if (size === 0 && marks.wasCreated)
    return undefined
  const mustCheck = size > 0
    && (size <= alwaysCheckedBytes || existsSync(`${file}-wal`) || marks.wasLeftOpen || marks.isDamaged)
  let sql: Database.Database | undefined
  try {
    restrictFiles(file)
    sql = new Database(file)
    if (size > 0 && !isParleyDatabase(sql)) {
      if (!marks.wasCreated) {
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
    assertWritable(sql)
    marks.markOpen()
    return sql
  }
  catch (error) {
    sql?.close()
    if (isCorruption(error))
      return undefined
    marks.markClosed() // closing has merged the write-ahead log into the file
    throw error
  }
}

/** Makes the database's files private, because SQLite creates them readable by everyone. */
function restrictFiles(file: string): void {
  if (!existsSync(file))
    createPrivateFile(file)
  const copies = (['backup', 'before-version', 'corrupt'] as const).flatMap(kind => listCopies(file, kind))
  for (const name of [...listCompanions(file), ...copies])
    restrictToOwner(name)
}

function describeMissingLog(file: string): string {
  return `Parley was not closed properly last time, and "${file}-wal", which held the latest changes, has disappeared since.`
    + ' Unless another program has merged it into the database, the end of some threads is missing.'
    + ' Do not move or delete the files beside the database.'
}

function prepare(
  sql: Database.Database,
  { file, steps }: { file: string | undefined, steps: readonly string[] },
): Database.Database {
  sql.pragma('busy_timeout = 2000')
  sql.pragma('foreign_keys = ON')
  sql.pragma('secure_delete = FAST') // overwrites data that is moved within a page
  if (sql.pragma('page_count', { simple: true }) === 0)
    sql.pragma('auto_vacuum = INCREMENTAL') // must come before the first table
  // Before any write, so that the file of a newer Parley stays unchanged.
  migrate({ sql, file, steps })
  sql.pragma('journal_mode = WAL')
  sql.pragma('synchronous = NORMAL')
  if (sql.pragma('auto_vacuum', { simple: true }) === 0) // a file created before files could shrink
    sql.exec('PRAGMA auto_vacuum = INCREMENTAL; VACUUM')
  // After this, waiting blocks the whole host.
  sql.pragma('busy_timeout = 200')
  return sql
}

/** Throws if the file isn't writable. SQLite opens such a file read-only and would fail only at the first write. */
function assertWritable(sql: Database.Database): void {
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

function toStoreDatabase(
  sql: Database.Database,
  { file, marks, problem, needsBackup }: Pick<StoreDatabase, 'file' | 'problem' | 'needsBackup'> & { marks?: DatabaseMarks },
): StoreDatabase {
  return {
    sql,
    file,
    problem,
    needsBackup,
    markDamaged: () => marks?.markDamaged(),
    close: () => {
      sql.close()
      marks?.markClosed()
    },
  }
}

/** "Parl". Marks SQLite files as Parley's database. */
const applicationId = 0x5061726C

/** Maximum copies kept from before upgrades. */
const maxCopies = 2

/**
 * Copies the file, then migrates it to the newest version, one transaction per step. A new file needs only one
 * transaction.
 */
function migrate({ sql, file, steps }: {
  sql: Database.Database
  file: string | undefined
  steps: readonly string[]
}): void {
  const version = readVersion(sql)
  if (version > steps.length) {
    throw new HostError(
      'storage',
      `Parley's database${file === undefined ? '' : ` "${file}"`} was written by a newer Parley`
      + ` (its version is ${version}, this Parley knows ${steps.length}). Start the newer Parley, or choose another data folder.`,
    )
  }
  if (file !== undefined && version > 0 && version < steps.length)
    copyBeforeUpgrade(sql, file, version + 1)
  if (version === 0)
    return applySteps(sql, { steps, from: 0 })
  for (const index of steps.slice(version).keys())
    applySteps(sql, { steps: steps.slice(0, version + index + 1), from: version + index })
}

/** Applies the steps from `from` on, all or none. */
function applySteps(sql: Database.Database, { steps, from }: { steps: readonly string[], from: number }): void {
  sql.transaction(() => {
    for (const step of steps.slice(from))
      sql.exec(step)
    sql.pragma(`application_id = ${applicationId}`)
    sql.pragma(`user_version = ${steps.length}`)
  }).immediate()
}

function readVersion(sql: Database.Database): number {
  return sql.pragma('user_version', { simple: true }) as number // this pragma returns an integer
}

function copyBeforeUpgrade(sql: Database.Database, file: string, version: number): void {
  const copy = `${file}.before-version-${version}`
  if (existsSync(copy))
    return // a previous attempt made an older copy, which is better
  // Written under another name first, so that a partial copy never counts as complete.
  rmSync(`${copy}.part`, { force: true })
  createPrivateFile(`${copy}.part`)
  sql.prepare('VACUUM INTO ?').run(`${copy}.part`)
  renameSync(`${copy}.part`, copy)
  for (const old of listCopies(file, 'before-version').slice(maxCopies))
    rmSync(old)
}
