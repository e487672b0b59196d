import type { LedgerTables } from '../store/ledgerTables'
import type { KnownFile } from './knownFolder'
import { toStateKey } from '../fileState'
import { isUnread, matchesStamp, toSeenFile } from './fileStamp'
import { type Reading, readState } from './readState'

/** Files that are known only by size and time. They are read in the background, most recently changed first. */
export class UnreadFiles {
  readonly #tables: LedgerTables
  #waiting: KnownFile[] = []
  #refused: KnownFile[] = []
  #isSorted = true

  constructor(tables: LedgerTables) {
    this.#tables = tables
  }

  get count(): number {
    return this.#waiting.length
  }

  /** Number of files that did not fit. */
  get refusedCount(): number {
    return this.#refused.length
  }

  refuse(file: KnownFile): void {
    this.#refused.push(file)
  }

  /** Retries files that did not fit. */
  retry(): void {
    this.#refused.forEach(file => this.add(file))
    this.#refused = []
  }

  add(file: KnownFile): void {
    this.#waiting.push(file)
    this.#isSorted = false
  }

  /** Reads for a limited time, inside a transaction. Returns whether there are more. */
  read(reading: Reading, forMs: number): boolean {
    if (!this.#isSorted)
      this.#waiting.sort((one, other) => (one.seen?.mtime ?? 0) - (other.seen?.mtime ?? 0))
    this.#isSorted = true
    const until = performance.now() + forMs
    const hasVersions = this.#tables.versions.last() > 0
    while (performance.now() < until) {
      const file = this.#waiting.pop()
      if (file === undefined)
        return false
      this.#read(file, reading, hasVersions)
    }
    return this.#waiting.length > 0
  }

  /** Reads a file unless it has changed; the next scan handles those. */
  #read(file: KnownFile, reading: Reading, hasVersions: boolean): void {
    const { seen } = file
    if (seen === undefined || !isUnread(seen))
      return
    const found = readState(file.absolute, reading)
    if (found.isRefused)
      this.refuse(file)
    if (found.stats === undefined || !matchesStamp(seen, found.stats) || found.state.kind === 'unkept')
      return
    const state = toStateKey(found.state)
    if (hasVersions)
      this.#tables.versions.learn(file.path, seen.state, state)
    file.seen = toSeenFile(state, found.stats, seen.looked)
    this.#tables.files.set(file.path, file.seen)
  }
}
