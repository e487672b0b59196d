import type Database from 'better-sqlite3'
import type { LedgerTables } from './ledgerTables'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { getSystemCode, HostError } from '../../../shared/errors'
import { Contents, listContentFiles } from './contents'
import { ledgerFile, openSound } from './ledgerDatabase'
import { deleteOldestTurn, deleteOldTurns, type Retention } from './retention'
import { removeSetAside } from './setAside'
import { VersionTable } from './versionTable'

/** A ledger's last turn may be deleted if it is older than this. */
const restingMs = 24 * 3_600_000
/** Duration of a step between two calls. */
const forMs = 200

/** Deletes data that no remaining turn needs. Called inside a transaction. */
type PruneDecided = (sql: Database.Database, tables: Pick<LedgerTables, 'versions' | 'contents'>) => void

interface StoredLedger {
  readonly folder: string
  readonly bytes: number
}

/**
 * Deletes the oldest turn of all ledgers in `folder` if their total size exceeds the limit. Skips ledgers that another
 * process has locked. Returns whether anything was deleted.
 */
export function pruneOldestTurn(folder: string, limitBytes: number, pruneDecided: PruneDecided): boolean {
  const ledgers = listLedgers(folder)
  if (sum(ledgers.map(({ bytes }) => bytes)) <= limitBytes)
    return false
  const oldest = ledgers.flatMap(ledger => withLedger(ledger, sql => ({ ledger, at: findOldestTurn(sql) })) ?? [])
    .filter(({ at }) => at !== undefined)
    .sort((one, other) => one.at! - other.at!)
  return oldest.some(({ ledger }) => withLedger(ledger, sql =>
    pruneAfter(() => deleteOldestTurn(sql, { keepsLast: !isResting(sql) }), { sql, ledger, pruneDecided, isFull: true })) === true)
}

/** Size of all ledgers on disk, except the one in that folder. */
export function measureLedgers(folder: string, but?: string): number {
  return sum(listLedgers(folder).filter(ledger => ledger.folder !== but).map(({ bytes }) => bytes))
}

/**
 * Deletes turns beyond the limits in all ledgers, one by one, because ledgers of unused folders don't do that
 * themselves.
 */
export function* pruneOldTurns(folder: string, retention: Retention, pruneDecided: PruneDecided): Generator<void> {
  for (const ledger of listLedgers(folder)) {
    removeSetAside(ledger.folder)
    withLedger(ledger, sql => pruneAfter(() => deleteOldTurns(sql, retention), { sql, ledger, pruneDecided, isFull: false }))
    yield
  }
}

function listLedgers(folder: string): StoredLedger[] {
  return readNames(folder).flatMap((name) => {
    const ledger = join(folder, name)
    // Includes ledgers that were set aside.
    const files = readNames(ledger).filter(file => file.startsWith(ledgerFile))
    if (!files.includes(ledgerFile))
      return []
    const paths = [...files, ...listContentFiles(ledger)].map(file => join(ledger, file))
    return [{ folder: ledger, bytes: sum(paths.map(path => statSync(path, { throwIfNoEntry: false })?.size ?? 0)) }]
  })
}

/** Empty if the folder is missing or inaccessible: one faulty ledger must not block the others. */
function readNames(folder: string): string[] {
  try {
    return readdirSync(folder)
  }
  catch (error) {
    if (getSystemCode(error) === undefined)
      throw error
    return []
  }
}

/** Returns `undefined` if another process uses the ledger or it can't be read. */
function withLedger<T>({ folder }: StoredLedger, work: (sql: Database.Database) => T): T | undefined {
  try {
    const sql = openSound(folder, forMs)
    try {
      return work(sql)
    }
    finally {
      sql.close()
    }
  }
  catch (error) {
    if (error instanceof HostError || getSystemCode(error) !== undefined)
      return undefined // its next user handles the error
    throw error
  }
}

/** Start of the turn to delete first; `undefined` if none may be deleted. */
function findOldestTurn(sql: Database.Database): number | undefined {
  const { count, at } = sql.prepare<[], { count: number, at: number | null }>(
    'SELECT (SELECT count(*) FROM turns) AS count, (SELECT min(at) FROM turns WHERE last IS NOT NULL) AS at',
  ).get()!
  return at === null || (count < 2 && !isResting(sql)) ? undefined : at
}

function isResting(sql: Database.Database): boolean {
  const at = sql.prepare<[], number | null>('SELECT max(at) FROM turns').pluck().get()
  return typeof at === 'number' && Date.now() - at > restingMs
}

interface Ending {
  readonly sql: Database.Database
  readonly ledger: StoredLedger
  readonly pruneDecided: PruneDecided
  /** Whether the ledgers exceed their common limit. */
  readonly isFull: boolean
}

/** Prunes data after `end` deleted turns. `end` returns whether there were any. */
function pruneAfter(end: () => boolean, { sql, ledger: { folder }, pruneDecided, isFull }: Ending): boolean {
  const contents = new Contents({ sql, folder })
  const isGone = sql.transaction(() => {
    if (!end())
      return false
    pruneDecided(sql, { versions: new VersionTable(sql), contents })
    // Without turns and decisions, the next scan records the files again.
    if (isFull && sql.prepare('SELECT 1 FROM turns UNION ALL SELECT 1 FROM versions').get() === undefined)
      sql.exec('DELETE FROM files')
    while (contents.dropUnused(forMs))
      ;
    return true
  }).immediate()
  if (isGone)
    contents.shrink()
  return isGone
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
