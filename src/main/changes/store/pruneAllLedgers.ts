import type Database from 'better-sqlite3'
import type { LedgerTables } from './ledgerTables'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { HostError, systemCode } from '../../../shared/errors'
import { Contents, filesIn } from './contents'
import { ledgerFile, openSound } from './ledgerDatabase'
import { endOldestTurn, endOldTurns, type Retention } from './retention'
import { removeSetAside } from './setAside'
import { VersionTable } from './versionTable'

/** A ledger whose last turn is older than this may lose that one as well. */
const restingMs = 24 * 3_600_000
/** In one go, between calls. */
const forMs = 200

/** Deletes what tells of no turn that is left, inside a transaction. */
type PruneDecided = (sql: Database.Database, tables: Pick<LedgerTables, 'versions' | 'contents'>) => void

interface StoredLedger {
  readonly folder: string
  readonly bytes: number
}

/**
 * Deletes the oldest turn of all ledgers if they are together larger than that. Each lies in a folder of its own in
 * `folder`; one that another process has locked is left for the next time. `pruneDecided`: deletes what tells of no turn that
 * is left. Returns whether something was deleted.
 */
export function endOldestOfAll(folder: string, limitBytes: number, pruneDecided: PruneDecided): boolean {
  const ledgers = ledgersIn(folder)
  if (sum(ledgers.map(({ bytes }) => bytes)) <= limitBytes)
    return false
  const oldest = ledgers.flatMap(ledger => withLedger(ledger, sql => ({ ledger, at: oldestTurn(sql) })) ?? [])
    .filter(({ at }) => at !== undefined)
    .sort((one, other) => one.at! - other.at!)
  return oldest.some(({ ledger }) => withLedger(ledger, sql =>
    pruneAfter(() => endOldestTurn(sql, { keepsLast: !isResting(sql) }), { sql, ledger, pruneDecided, isFull: true })) === true)
}

/** What all ledgers take on the disk, but for the one in that folder. */
export function bytesOfLedgers(folder: string, but?: string): number {
  return sum(ledgersIn(folder).filter(ledger => ledger.folder !== but).map(({ bytes }) => bytes))
}

/**
 * Ends turns beyond the limits in all ledgers, one after the other: that of a folder which no one uses any more does
 * not do it.
 */
export function* endOldInAll(folder: string, retention: Retention, pruneDecided: PruneDecided): Generator<void> {
  for (const ledger of ledgersIn(folder)) {
    removeSetAside(ledger.folder)
    withLedger(ledger, sql => pruneAfter(() => endOldTurns(sql, retention), { sql, ledger, pruneDecided, isFull: false }))
    yield
  }
}

function ledgersIn(folder: string): StoredLedger[] {
  return namesIn(folder).flatMap((name) => {
    const ledger = join(folder, name)
    // One that was set aside counts as well.
    const files = namesIn(ledger).filter(file => file.startsWith(ledgerFile))
    if (!files.includes(ledgerFile))
      return []
    const paths = [...files, ...filesIn(ledger)].map(file => join(ledger, file))
    return [{ folder: ledger, bytes: sum(paths.map(path => statSync(path, { throwIfNoEntry: false })?.size ?? 0)) }]
  })
}

/**
 * None where there is no such folder, or it is closed to this person: what is wrong with one ledger is no other
 * folder's fault.
 */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  }
  catch (error) {
    if (systemCode(error) === undefined)
      throw error
    return []
  }
}

/** `undefined` while another process uses it, or if it cannot be read. */
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
    if (error instanceof HostError || systemCode(error) !== undefined)
      return undefined // whoever uses it next deals with what is wrong there
    throw error
  }
}

/** When the turn began that is deleted first; `undefined` if none may be. */
function oldestTurn(sql: Database.Database): number | undefined {
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
  /** There is too little room for all ledgers. */
  readonly isFull: boolean
}

/** `end` ends turns, and says whether any went. */
function pruneAfter(end: () => boolean, { sql, ledger: { folder }, pruneDecided, isFull }: Ending): boolean {
  const contents = new Contents({ sql, folder })
  const isGone = sql.transaction(() => {
    if (!end())
      return false
    pruneDecided(sql, { versions: new VersionTable(sql), contents })
    // Where nothing can be restored nor reviewed, what is there now is found again by the next look.
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
