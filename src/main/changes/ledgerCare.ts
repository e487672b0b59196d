import type { LedgerDatabase } from '../store/ledger/ledgerDatabase'
import type { LedgerTables } from '../store/ledger/ledgerTables'
import type { SeeLimits } from './see/seeLimits'
import { endOldestOfAll } from '../store/ledger/allLedgers'
import { endOldestTurn, endOldTurns, forgetThread, type Retention } from '../store/ledger/retention'
import { dropUnused } from '../store/ledger/usedContents'

/** People do not restore older turns, and each turn takes the space of what it changed. */
export const retention: Retention = { days: 30, turns: 50 }
/** At this share of the limit old turns are deleted, so that there is room for the next one. */
const fullShare = 0.9
/** In one go, between calls. */
const careForMs = 200
/** When a thread is deleted, its contents are erased before anything else goes on; what takes longer follows in between. */
const forgetForMs = 5_000

/** Keeps a ledger within its limits, and erases what was deleted. */
export class LedgerCare {
  readonly #database: LedgerDatabase
  readonly #tables: LedgerTables
  readonly #limits: SeeLimits
  readonly #allFolder: string | undefined
  /** Contents of deleted threads still share packs with others. */
  #isErasing = false

  constructor({ database, tables, limits, allFolder }: {
    database: LedgerDatabase
    tables: LedgerTables
    limits: SeeLimits
    /** Where the ledgers of all folders lie. */
    allFolder: string | undefined
  }) {
    this.#database = database
    this.#tables = tables
    this.#limits = limits
    this.#allFolder = allFolder
  }

  /** Works for a moment, inside a transaction. Returns whether more is left. */
  step(): boolean {
    const { sql } = this.#database
    const { contents } = this.#tables
    endOldTurns(sql, retention)
    let isLeft = dropUnused({ sql, contents, isThorough: this.#isErasing, forMs: careForMs })
    this.#isErasing &&= isLeft
    if (!isLeft && contents.storedBytes() > this.#limits.storeBytes * fullShare)
      isLeft = endOldestTurn(sql, { keepsLast: true })
    return isLeft
  }

  /** The same for the ledgers of all folders together. Runs outside any transaction. */
  stepOfAll(): boolean {
    return this.#allFolder !== undefined && endOldestOfAll(this.#allFolder, this.#limits.allBytes)
  }

  /** Runs inside a transaction. Returns whether everything was forgotten. */
  forget(threadId: string): boolean {
    const { sql } = this.#database
    const isAll = forgetThread(sql, threadId)
    this.#isErasing = dropUnused({ sql, contents: this.#tables.contents, isThorough: true, forMs: forgetForMs })
    return isAll
  }

  /** Gives freed space back to the disk, so that what was deleted is gone from there too. To be called after a transaction. */
  shrink(): void {
    const { sql } = this.#database
    sql.pragma('incremental_vacuum')
    sql.pragma('wal_checkpoint(TRUNCATE)')
  }
}
