import { statfsSync } from 'node:fs'

/** Limits on what is recorded in a folder. */
export interface ScanLimits {
  /** Recorded files. Scanning more would take longer than people wait (0.4 s at 200,000). */
  readonly files: number
  /** New files per scan after the first one. More come from a command that unpacks or generates them. */
  readonly newFiles: number
  /** Bytes read by one scan: half a minute of reading and compressing. */
  readonly scanBytes: number
  /** Compressed size of all contents. */
  readonly storeBytes: number
  /** Compressed size of all folders' ledgers together. */
  readonly allBytes: number
  /** Space to leave free on the disk for the person's work, in bytes and as a share. */
  readonly freeBytes: number
  readonly freeShare: number
}

/** The default limits. */
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
  /** Maximum size in bytes. */
  storeBytes(): number
  /** Reports that a content of that size did not fit. */
  refused(bytes: number): void
}

interface BudgetOptions {
  readonly limits: ScanLimits
  readonly storedBytes: () => number
  readonly folder: string
  readonly isAll: boolean
  readonly storeLimit: StoreLimit
}

/**
 * Counts kept bytes against the limits. Most scans keep nothing, so the limits are determined when the first file is
 * kept.
 */
export class KeepBudget {
  readonly #options: BudgetOptions
  /** Bytes that may still be kept within all limits, and within the ledger's own limit. */
  #available: { all: number, stored: number } | undefined

  constructor(options: BudgetOptions) {
    this.#options = options
  }

  mayKeep = (size: number): boolean => {
    this.#available ??= readAvailableBytes(this.#options)
    if (size > this.#available.stored)
      this.#options.storeLimit.refused(size)
    if (size > this.#available.all)
      return false
    this.#available.all -= size
    this.#available.stored -= size
    return true
  }
}

function readAvailableBytes(
  { limits, storeLimit, storedBytes, folder, isAll }: BudgetOptions,
): { all: number, stored: number } {
  const { bavail, blocks, bsize } = statfsSync(folder)
  const free = bavail * bsize - Math.max(limits.freeBytes, blocks * bsize * limits.freeShare)
  const stored = storeLimit.storeBytes() - storedBytes()
  return { all: Math.min(isAll ? Infinity : limits.scanBytes, stored, free), stored }
}
