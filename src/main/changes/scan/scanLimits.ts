import { statfsSync } from 'node:fs'

/** How much of a folder is recorded. */
export interface ScanLimits {
  /** Recorded files: above this, looking takes longer than a person waits (0.4 s at 200,000). */
  readonly files: number
  /** New files that one scan after the first takes in: more come from a command that unpacks or makes them. */
  readonly newFiles: number
  /** Read by one scan: half a minute of reading and packing. */
  readonly scanBytes: number
  /** Of all contents together, packed: the disk is the person's. */
  readonly storeBytes: number
  /** The same, of the ledgers of all folders. */
  readonly allBytes: number
  /** SkippedFile free on the disk, and as a share of it: what the person works with needs it more. */
  readonly freeBytes: number
  readonly freeShare: number
}

/** The limits in use; tests bring their own. */
export const scanLimits: ScanLimits = {
  files: 200_000,
  newFiles: 20_000,
  scanBytes: 512 * 1024 * 1024,
  storeBytes: 2 * 1024 * 1024 * 1024,
  allBytes: 10 * 1024 * 1024 * 1024,
  freeBytes: 2 * 1024 * 1024 * 1024,
  freeShare: 0.05,
}

/** The ledger's own limit. */
export interface StoreLimit {
  /** How much it may hold. */
  storeBytes(): number
  /** A content of that size did not fit within it. */
  refused(bytes: number): void
}

/** What a `KeepBudget` counts with. */
interface BudgetOptions {
  readonly limits: ScanLimits
  readonly storedBytes: () => number
  readonly folder: string
  readonly isAll: boolean
  readonly storeLimit: StoreLimit
}

/**
 * Counts what is kept against the limits. Most looks keep nothing, so the limits are only looked up for the first file.
 */
export class KeepBudget {
  readonly #options: BudgetOptions
  /** What may still be kept: in all, and as far as the ledger's own limit goes. */
  #available: { all: number, stored: number } | undefined

  constructor(options: BudgetOptions) {
    this.#options = options
  }

  mayKeep = (size: number): boolean => {
    this.#available ??= availableBytes(this.#options)
    if (size > this.#available.stored)
      this.#options.storeLimit.refused(size)
    if (size > this.#available.all)
      return false
    this.#available.all -= size
    this.#available.stored -= size
    return true
  }
}

function availableBytes({ limits, storeLimit, storedBytes, folder, isAll }: BudgetOptions): { all: number, stored: number } {
  const { bavail, blocks, bsize } = statfsSync(folder)
  const free = bavail * bsize - Math.max(limits.freeBytes, blocks * bsize * limits.freeShare)
  const stored = storeLimit.storeBytes() - storedBytes()
  return { all: Math.min(isAll ? Infinity : limits.scanBytes, stored, free), stored }
}
