import { closeSync, copyFileSync, existsSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import { isCorruption, isNotOpened } from '../storageError'
import { commonColumns, copyTable } from './copyTable'
import { mendThreads } from './mendThreads'
import { rebuildSchema } from './schemaCopy'

/** Derived from the events again, or from the person's next answers. */
const derivedTables = ['entries', 'accepted_files']
/** The person's permissions: a part of them could allow more than all of them, and a copy may hold some that were revoked since. */
const permissionTables = ['rules', 'written_rules', 'trusted_commands']
/** Tables to which an older copy can add: their rows are only removed with a deleted thread. */
const growingTables = ['threads', 'events', 'payloads', 'terminals', 'decisions']

/** By SQLite's file format. */
const headerBytes = 100
const versionValidForOffset = 92

/** The result of a salvage. */
export interface Salvaged {
  readonly threads: number
  /** Threads that lost something for good. */
  readonly incomplete: number
  /** Whether a copy had to fill in for the damaged file. */
  readonly usedCopies: boolean
  readonly lostPermissions: boolean
  /** The tables that the damaged file did not give back whole, but for those of the permissions. */
  readonly partial: readonly string[]
}

/** What became of the damaged file. */
type Read = Pick<Salvaged, 'lostPermissions' | 'partial'>

const nothing: Read = { lostPermissions: true, partial: [] }

/**
 * Copies what can be read of a damaged database, which was at `file`, then what older copies have beyond that, newest first, into a new
 * one.
 */
export function salvage({
  damaged,
  file,
  copies,
  into,
}: {
  damaged: string | undefined
  file: string
  copies: readonly string[]
  into: Database.Database
}): Salvaged {
  into.pragma('foreign_keys = OFF')
  try {
    const read = damaged === undefined ? nothing : readDamaged({ from: damaged, file }, into)
    const before = eventCount(into)
    for (const copy of copies)
      addCopy(copy, into)
    const usedCopies = eventCount(into) > before
    const { threads, incomplete } = mendThreads(into)
    return { threads, incomplete, usedCopies, ...read }
  }
  finally {
    into.pragma('foreign_keys = ON')
  }
}

function readDamaged({ from, file }: { from: string, file: string }, into: Database.Database): Read {
  // Merely opening and closing a database can change it: read a copy.
  const folder = mkdtempSync(join(dirname(from), 'recovering-'))
  let source: Database.Database | undefined
  try {
    const copy = join(folder, 'copy.db')
    for (const companion of ['', '-wal', '-journal']) {
      if (existsSync(from + companion))
        copyFileSync(from + companion, copy + companion)
    }
    mendHeader(copy, into)
    source = new Database(copy)
    if (hasSchema(source))
      return copyTables(source, into)
    source.close()
    if (!rebuildSchema(copy, { file }))
      return nothing
    source = new Database(copy)
    const { partial } = copyTables(source, into)
    forgetPermissions(into) // that each table is where it was can only be guessed from what is in it
    return { lostPermissions: true, partial }
  }
  catch (error) {
    if (!isCorruption(error))
      throw error
    return nothing // not even its list of tables can be read; the file is kept
  }
  finally {
    source?.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * All of Parley's databases have the same header: with it, the rest may be readable again. The size is taken from the file, which may have
 * been truncated.
 */
function mendHeader(file: string, sound: Database.Database): void {
  const handle = openSync(file, 'r+')
  const header = Buffer.alloc(headerBytes)
  readSync(handle, header, 0, headerBytes, 0)
  if (header.toString('latin1', 0, 16) !== 'SQLite format 3\0')
    sound.serialize().copy(header, 0, 0, headerBytes)
  header.writeUInt32BE(0, versionValidForOffset)
  writeSync(handle, header, 0, headerBytes, 0)
  closeSync(handle)
}

function copyTables(source: Database.Database, into: Database.Database): Read {
  return into.transaction(() => {
    const partial = tablesOf(into).filter(table => !derivedTables.includes(table) && !copyTable({ table, source, into }))
    const lostPermissions = partial.some(table => permissionTables.includes(table))
    if (lostPermissions)
      forgetPermissions(into)
    return { lostPermissions, partial: partial.filter(table => !permissionTables.includes(table)) }
  })()
}

function forgetPermissions(into: Database.Database): void {
  permissionTables.forEach(table => into.exec(`DELETE FROM ${table}`))
}

/** Whether the file still says where its tables are. */
function hasSchema(source: Database.Database): boolean {
  try {
    return tablesOf(source).includes('events')
  }
  catch (error) {
    if (!isCorruption(error))
      throw error
    return false
  }
}

/** Adds what only a copy has; nothing from threads whose events differ, as an earlier recovery has renumbered them. */
function addCopy(copy: string, into: Database.Database): void {
  let older: Database.Database | undefined
  try {
    older = new Database(copy, { readonly: true })
    const columns = growingTables
      .map(table => [table, commonColumns(table, older!, into)] as const)
      .filter(([, columns]) => columns.length > 0)
    older.close()
    into.prepare('ATTACH ? AS older').run(copy)
    try {
      into.exec(`
        CREATE TEMP TABLE differing AS SELECT DISTINCT thread_id
        FROM main.events AS mine JOIN older.events AS theirs USING (thread_id, seq) WHERE mine.body <> theirs.body`)
      into.transaction(() => {
        for (const [table, names] of columns) {
          into.exec(`
            INSERT OR IGNORE INTO main.${table} (${names.join(', ')})
            SELECT ${names.join(', ')} FROM older.${table} WHERE thread_id NOT IN (SELECT thread_id FROM differing)`)
        }
      })()
    }
    finally {
      into.exec('DROP TABLE IF EXISTS temp.differing; DETACH older')
    }
  }
  catch (error) {
    if (!isCorruption(error) && !isNotOpened(error))
      throw error
    older?.close() // this copy is damaged too, or not a file: it adds nothing
  }
}

function tablesOf(sql: Database.Database): string[] {
  return sql
    .prepare('SELECT name FROM sqlite_schema WHERE type = \'table\' AND name NOT LIKE \'sqlite_%\' ORDER BY rowid')
    .pluck()
    .all() as string[]
}

function eventCount(sql: Database.Database): number {
  return sql.prepare('SELECT count(*) FROM events').pluck().get() as number
}
