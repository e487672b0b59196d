import type { LedgerTables } from './ledgerTables'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { Contents } from './contents'
import { ledgerFile, ledgerVersion } from './ledgerDatabase'
import { endOldestTurn } from './retention'
import { dropUnused } from './usedContents'
import { VersionTable } from './versionTable'

/** A ledger whose last turn is older than this may lose that one as well. */
const restingMs = 24 * 3_600_000
/** In one go, between calls. */
const forMs = 200

/** Deletes what tells of no turn that is left, inside a transaction. */
export type GiveUp = (sql: Database.Database, tables: Pick<LedgerTables, 'versions' | 'contents'>) => void

interface StoredLedger {
  readonly folder: string
  readonly bytes: number
}

/**
 * Deletes the oldest turn of all ledgers if they are together larger than that. Each lies in a folder of its own in `folder`; one that
 * another process has locked is left for the next time. `giveUp`: deletes what tells of no turn that is left. Returns whether something
 * was deleted.
 */
export function endOldestOfAll(folder: string, limitBytes: number, giveUp: GiveUp): boolean {
  const ledgers = ledgersIn(folder)
  if (ledgers.reduce((sum, { bytes }) => sum + bytes, 0) <= limitBytes)
    return false
  const oldest = ledgers.flatMap(ledger => withLedger(ledger, sql => ({ ledger, at: oldestTurn(sql) })) ?? [])
    .filter(({ at }) => at !== undefined)
    .sort((one, other) => one.at! - other.at!)
  return oldest.some(({ ledger }) => withLedger(ledger, sql => endIn(sql, ledger, giveUp)) === true)
}

function ledgersIn(folder: string): StoredLedger[] {
  return readdirSync(folder, { withFileTypes: true }).filter(entry => entry.isDirectory()).flatMap(({ name }) => {
    const files = [ledgerFile, `${ledgerFile}-wal`].map(file => statSync(join(folder, name, file), { throwIfNoEntry: false }))
    if (files[0] === undefined)
      return []
    const large = join(folder, name, 'large')
    const bytes = readdirSync(large).map(file => statSync(join(large, file), { throwIfNoEntry: false })?.size ?? 0)
    return [{ folder: join(folder, name), bytes: sum([...bytes, ...files.map(stats => stats?.size ?? 0)]) }]
  })
}

/** `undefined` while another process uses it, or if it cannot be read. */
function withLedger<T>({ folder }: StoredLedger, work: (sql: Database.Database) => T): T | undefined {
  try {
    const sql = new Database(join(folder, ledgerFile), { fileMustExist: true, timeout: forMs })
    try {
      return sql.pragma('user_version', { simple: true }) === ledgerVersion ? work(sql) : undefined
    }
    finally {
      sql.close()
    }
  }
  catch (error) {
    if (error instanceof Database.SqliteError)
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

function endIn(sql: Database.Database, { folder }: StoredLedger, giveUp: GiveUp): boolean {
  sql.pragma('secure_delete = ON')
  const contents = new Contents({ sql, largeFolder: join(folder, 'large') })
  const isGone = sql.transaction(() => {
    const isGone = endOldestTurn(sql, { keepsLast: !isResting(sql) })
    giveUp(sql, { versions: new VersionTable(sql), contents })
    // Where nothing can be restored nor reviewed, what is there now is found again by the next look.
    if (sql.prepare('SELECT 1 FROM turns UNION ALL SELECT 1 FROM versions').get() === undefined)
      sql.exec('DELETE FROM files')
    while (dropUnused({ sql, contents, isThorough: false, forMs }))
      ;
    return isGone
  }).immediate()
  sql.pragma('incremental_vacuum')
  sql.pragma('wal_checkpoint(TRUNCATE)')
  return isGone
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
