import type { ScanLimits } from './scan/scanLimits'
import type { LedgerDatabase } from './store/ledgerDatabase'
import type { LedgerTables } from './store/ledgerTables'
import { pruneDecided } from './review/pruneDecided'
import { measureLedgers, pruneOldestTurn, pruneOldTurns } from './store/pruneAllLedgers'
import { deleteOldestTurn, deleteOldTurns, forgetThread, type Retention } from './store/retention'
import { removeSetAside } from './store/setAside'

/** People rarely restore older turns, and each turn keeps the contents that it changed. */
export const retention: Retention = { days: 30, turns: 50 }
/** Old turns are deleted when this share of the limit is used, to leave room for the next one. */
const fullShare = 0.9
/** A file that did not fit keeps changing, so this many of its states must fit. */
const roomForStates = 2
/** Delay before another attempt when nothing could be deleted. */
const retryAfterMs = 20_000
/** How often the size of other folders' ledgers is measured. */
const othersCacheMs = 60_000
/** Duration of a pruning step between two calls. */
const pruneForMs = 200
/** How long deleting a thread erases contents. Later idle time erases the rest. */
const forgetForMs = 5_000

/** Keeps a ledger within its limits and erases deleted contents. */
export class LedgerPruning {
  readonly #database: LedgerDatabase
  readonly #tables: LedgerTables
  readonly #limits: ScanLimits
  readonly #folder: string
  readonly #allFolder: string | undefined
  /** Size of the largest content rejected since the last time there was enough room. */
  #refusedBytes = 0
  /** Like `#refusedBytes`, for all folders' ledgers together. */
  #refusedInAll = 0
  #others: { readonly bytes: number, readonly until: number } = { bytes: 0, until: -Infinity }
  #sweep: Generator<void> | undefined
  #prunedAt = -Infinity

  constructor({ database, tables, limits, folder, allFolder }: {
    database: LedgerDatabase
    tables: LedgerTables
    limits: ScanLimits
    /** This ledger's folder. */
    folder: string
    /** The folder of all ledgers. */
    allFolder: string | undefined
  }) {
    this.#database = database
    this.#tables = tables
    this.#limits = limits
    this.#folder = folder
    this.#allFolder = allFolder
  }

  /** Whether a content did not fit into this ledger and pruning was not attempted recently. */
  get isNeeded(): boolean {
    return this.#refusedBytes > 0 && performance.now() - this.#prunedAt > retryAfterMs
  }

  /** Reports that a content of that size did not fit. */
  refused(bytes: number): void {
    if (bytes * roomForStates < this.#limits.storeBytes * fullShare) // a larger one won't fit anyway
      this.#refusedBytes = Math.max(this.#refusedBytes, bytes)
  }

  /** Prunes for a moment, inside a transaction. Returns whether there is more to do. */
  step(): boolean {
    const { sql } = this.#database
    const { contents } = this.#tables
    this.#prunedAt = performance.now()
    if (deleteOldTurns(sql, retention))
      pruneDecided(sql, this.#tables)
    let hasMore = contents.dropUnused(pruneForMs)
    const { storeBytes } = this.#limits
    if (!hasMore && contents.storedBytes() > Math.min(storeBytes * fullShare, storeBytes - this.#refusedBytes * roomForStates))
      hasMore = deleteOldestTurn(sql, { keepsLast: true })
    if (hasMore)
      pruneDecided(sql, this.#tables)
    else
      [this.#refusedInAll, this.#refusedBytes] = [Math.max(this.#refusedInAll, this.#refusedBytes), 0]
    return hasMore
  }

  /** Like `step`, for all folders' ledgers, outside a transaction. Deletes their expired turns once. */
  stepAll(): boolean {
    if (this.#allFolder === undefined)
      return false
    this.#sweep ??= pruneOldTurns(this.#allFolder, retention, pruneDecided)
    const until = performance.now() + pruneForMs
    while (!this.#sweep.next().done) {
      if (performance.now() > until)
        return true
    }
    const hasMore = pruneOldestTurn(this.#allFolder, this.#limits.allBytes - this.#refusedInAll * roomForStates, pruneDecided)
    if (!hasMore)
      this.#refusedInAll = 0
    this.#others = { bytes: 0, until: -Infinity }
    return hasMore
  }

  /** Size limit of this ledger, given the size of the others. */
  storeBytes(): number {
    const { storeBytes, allBytes } = this.#limits
    if (this.#allFolder === undefined)
      return storeBytes
    if (performance.now() > this.#others.until)
      this.#others = { bytes: measureLedgers(this.#allFolder, this.#folder), until: performance.now() + othersCacheMs }
    return Math.min(storeBytes, allBytes - this.#others.bytes)
  }

  /** Runs inside a transaction. Returns whether everything is deleted. */
  forget(threadId: string): boolean {
    const { sql } = this.#database
    removeSetAside(this.#folder, Infinity)
    const isAll = forgetThread(sql, threadId)
    this.#tables.contents.dropUnused(forgetForMs)
    return isAll
  }
}
