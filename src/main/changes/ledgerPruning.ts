import type { ScanLimits } from './scan/scanLimits'
import type { LedgerDatabase } from './store/ledgerDatabase'
import type { LedgerTables } from './store/ledgerTables'
import { pruneDecided } from './review/pruneDecided'
import { bytesOfLedgers, endOldestOfAll, endOldInAll } from './store/pruneAllLedgers'
import { endOldestTurn, endOldTurns, forgetThread, type Retention } from './store/retention'
import { removeSetAside } from './store/setAside'

/** People do not restore older turns, and each turn takes the space of what it changed. */
export const retention: Retention = { days: 30, turns: 50 }
/** At this share of the limit old turns are deleted, so that there is room for the next one. */
const fullShare = 0.9
/** Room is made for so many states of a file that found none: it keeps changing. */
const roomForStates = 2
/** Where nothing can be given up, it is not tried again at once. */
const retryAfterMs = 20_000
/** What other folders' ledgers take is asked for as seldom as this. */
const othersCacheMs = 60_000
/** In one go, between calls. */
const pruneForMs = 200
/**
 * When a thread is deleted, its contents are erased first; what takes longer follows in between.
 */
const forgetForMs = 5_000

/** Keeps a ledger within its limits, and erases what was deleted. */
export class LedgerPruning {
  readonly #database: LedgerDatabase
  readonly #tables: LedgerTables
  readonly #limits: ScanLimits
  readonly #folder: string
  readonly #allFolder: string | undefined
  /** The largest content that found no room since there was last enough. */
  #refusedBytes = 0
  /** The same, of all folders' ledgers. */
  #refusedInAll = 0
  #others: { readonly bytes: number, readonly until: number } = { bytes: 0, until: -Infinity }
  #sweep: Generator<void> | undefined
  #prunedAt = -Infinity

  constructor({ database, tables, limits, folder, allFolder }: {
    database: LedgerDatabase
    tables: LedgerTables
    limits: ScanLimits
    /** Where this ledger lies. */
    folder: string
    /** Where the ledgers of all folders lie. */
    allFolder: string | undefined
  }) {
    this.#database = database
    this.#tables = tables
    this.#limits = limits
    this.#folder = folder
    this.#allFolder = allFolder
  }

  /** Something found no room within this ledger's limit, and nothing was done about it for a while. */
  get isNeeded(): boolean {
    return this.#refusedBytes > 0 && performance.now() - this.#prunedAt > retryAfterMs
  }

  /** A content of that size found no room in this ledger. */
  refused(bytes: number): void {
    if (bytes * roomForStates < this.#limits.storeBytes * fullShare) // for a larger one, all would be given up in vain
      this.#refusedBytes = Math.max(this.#refusedBytes, bytes)
  }

  /** Works for a moment, inside a transaction. Returns whether more is left. */
  step(): boolean {
    const { sql } = this.#database
    const { contents } = this.#tables
    this.#prunedAt = performance.now()
    if (endOldTurns(sql, retention))
      pruneDecided(sql, this.#tables)
    let hasMore = contents.dropUnused(pruneForMs)
    const { storeBytes } = this.#limits
    if (!hasMore && contents.storedBytes() > Math.min(storeBytes * fullShare, storeBytes - this.#refusedBytes * roomForStates))
      hasMore = endOldestTurn(sql, { keepsLast: true })
    if (hasMore)
      pruneDecided(sql, this.#tables)
    else
      [this.#refusedInAll, this.#refusedBytes] = [Math.max(this.#refusedInAll, this.#refusedBytes), 0]
    return hasMore
  }

  /** The same for the ledgers of all folders together, in none. What is too old in any of them goes once. */
  stepOfAll(): boolean {
    if (this.#allFolder === undefined)
      return false
    this.#sweep ??= endOldInAll(this.#allFolder, retention, pruneDecided)
    const until = performance.now() + pruneForMs
    while (!this.#sweep.next().done) {
      if (performance.now() > until)
        return true
    }
    const hasMore = endOldestOfAll(this.#allFolder, this.#limits.allBytes - this.#refusedInAll * roomForStates, pruneDecided)
    if (!hasMore)
      this.#refusedInAll = 0
    this.#others = { bytes: 0, until: -Infinity }
    return hasMore
  }

  /** How much this ledger may hold, beside those of the other folders. */
  storeBytes(): number {
    const { storeBytes, allBytes } = this.#limits
    if (this.#allFolder === undefined)
      return storeBytes
    if (performance.now() > this.#others.until)
      this.#others = { bytes: bytesOfLedgers(this.#allFolder, this.#folder), until: performance.now() + othersCacheMs }
    return Math.min(storeBytes, allBytes - this.#others.bytes)
  }

  /** Runs inside a transaction. Returns whether everything was forgotten. */
  forget(threadId: string): boolean {
    const { sql } = this.#database
    removeSetAside(this.#folder, Infinity)
    const isAll = forgetThread(sql, threadId)
    this.#tables.contents.dropUnused(forgetForMs)
    return isAll
  }
}
