import type Database from 'better-sqlite3'
import type { Report } from '../../system/report'
import type { StoreDatabase } from '../database'
import { dirname, join } from 'node:path'
import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises'
import { compact } from '../recovery/eraseThreads'
import { isCorruption } from '../storageError'
import { ChangedEntries, mostEntries, type StoredProjection } from './changedEntries'
import { Pace } from './pace'
import { openSearchFile, removed } from './searchFile'
import { type IndexPosition, SearchTables } from './searchTables'

/** When entries are indexed. */
export interface IndexingTimes {
  /** Not at once, as the start has other work. */
  readonly firstMs: number
  /** After something changed: by then the turn's last entries are stored. */
  readonly afterMs: number
  /** Rests this many times as long as it worked, so that nothing else is slowed. */
  readonly restFactor: number
}

const usualTimes: IndexingTimes = { firstMs: 3_000, afterMs: 200, restFactor: 4 }
/** Erasing overwrites every page that it touches: a few milliseconds of work. */
const erasedPerTurn = 4
/** Each turn adds a piece to the index: smaller ones cost more to merge than they save. */
const leastEntries = 4

/**
 * Keeps the search index up with the stored entries, in the background and in small steps. What is due follows from the two files alone, so
 * that it goes on after a kill where it was; a damaged index is removed and made again.
 */
export class SearchIndex {
  readonly #report: Report
  readonly #times: IndexingTimes
  readonly #stop = new AbortController()
  readonly #changed: ChangedEntries
  readonly #entriesPerTurn = new Pace({ least: leastEntries, most: mostEntries })
  readonly #file: string | undefined
  #sql: Database.Database
  #tables: SearchTables
  #timer: NodeJS.Timeout | undefined
  #last: Promise<void> = Promise.resolve()
  #isBehind = true
  /** Something changed since the last run began. */
  #isDue = false

  constructor({ database, report, times = usualTimes }: { database: StoreDatabase, report: Report, times?: IndexingTimes }) {
    this.#report = report
    this.#times = times
    this.#changed = new ChangedEntries(database.sql)
    this.#file = database.file === undefined ? undefined : join(dirname(database.file), 'search.db')
    if (this.#file !== undefined && database.problem !== undefined)
      removed(this.#file) // it was made from a database that was recovered since
    this.#sql = openSearchFile(this.#file)
    this.#tables = new SearchTables(this.#sql)
    this.#schedule(times.firstMs)
  }

  /** For reading; another one after damage. */
  get sql(): Database.Database {
    return this.#sql
  }

  /** Whether something that is stored cannot be found yet. */
  get isBehind(): boolean {
    return this.#isBehind
  }

  /** Entries changed, or a thread was deleted. */
  note(): void {
    this.#isBehind = this.#isDue = true
    this.#schedule(this.#times.afterMs)
  }

  /** Somebody searches: what is due does not wait any longer. */
  hurry(): void {
    if (this.#timer === undefined)
      return
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#start()
  }

  /** Does what is due; resolves when it is done. */
  run(): Promise<void> {
    return (this.#last = this.#last.then(() => this.#run()).catch((error: unknown) => this.#fail(error)))
  }

  /** Something in the index could not be read. */
  fail(error: unknown): void {
    this.#last = this.#last.then(() => this.#fail(error))
  }

  async dispose(): Promise<void> {
    clearTimeout(this.#timer)
    this.#stop.abort()
    await this.#last
    this.#sql.close()
  }

  #schedule(ms: number): void {
    if (this.#stop.signal.aborted)
      return
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      this.#start()
    }, ms).unref()
  }

  #start(): void {
    this.run().catch(error => this.#report(error, 'keeping the search index'))
  }

  #fail(error: unknown): void {
    if (this.#stop.signal.aborted)
      return
    if (!isCorruption(error) || this.#file === undefined)
      return this.#report(error, 'keeping the search index') // continues with the next change
    this.#sql.close()
    this.#sql = openSearchFile(removed(this.#file))
    this.#tables = new SearchTables(this.#sql)
    this.note()
  }

  async #run(): Promise<void> {
    const { signal } = this.#stop
    this.#isDue = false
    const threads = this.#changed.threads()
    await this.#eraseAllBut(threads)
    for (const thread of threads) {
      if (!signal.aborted)
        await this.#indexThread(thread)
    }
    this.#isBehind = this.#isDue || signal.aborted
  }

  async #indexThread({ threadId, seq, entryCount, reducerVersion }: StoredProjection): Promise<void> {
    const { signal } = this.#stop
    const before = this.#tables.position(threadId)
    const isOther = before !== undefined && (before.reducerVersion !== reducerVersion || before.seq > seq)
    if (isOther)
      await this.#erase(threadId, 0)
    const start: IndexPosition = before && !isOther ? before : { reducerVersion, seq: -1, entryIndex: -1 }
    const end: IndexPosition = { reducerVersion, seq, entryIndex: entryCount }
    if (start.seq === end.seq && start.entryIndex === end.entryIndex)
      return
    let position = start
    for (;;) {
      const begunAt = performance.now()
      const next = signal.aborted ? undefined : this.#changed.after(threadId, position, this.#entriesPerTurn.amount)
      if (!next)
        break
      this.#tables.put(threadId, next.entries, next.position)
      position = next.position
      this.#entriesPerTurn.took(performance.now() - begunAt)
      await this.#restSince(begunAt)
      const mergingAt = performance.now()
      this.#tables.merge()
      await this.#restSince(mergingAt)
    }
    if (signal.aborted)
      return
    await this.#erase(threadId, entryCount)
    // A turn may have ended meanwhile: what is after the position is due again then.
    if (position.seq <= end.seq)
      this.#tables.put(threadId, [], end)
  }

  /** Erases what was deleted, and gives its space back. */
  async #eraseAllBut(threads: readonly StoredProjection[]): Promise<void> {
    const kept = new Set(threads.map(({ threadId }) => threadId))
    const gone = this.#tables.threadIds().filter(threadId => !kept.has(threadId))
    for (const threadId of gone) {
      await this.#erase(threadId, 0)
      if (!this.#stop.signal.aborted)
        this.#tables.forget(threadId)
    }
    if (gone.length > 0)
      await compact(this.#sql, { signal: this.#stop.signal })
  }

  async #erase(threadId: string, fromIndex: number): Promise<void> {
    while (!this.#stop.signal.aborted && this.#tables.erase(threadId, { fromIndex, most: erasedPerTurn }) > 0)
      await turn()
  }

  async #restSince(begunAt: number): Promise<void> {
    const ms = (performance.now() - begunAt) * this.#times.restFactor
    await (ms > 0 ? pause(ms, undefined, { signal: this.#stop.signal }).catch(() => undefined) : turn()) // disposed
  }
}
