import type Database from 'better-sqlite3'
import type { Entry } from '../../../shared/thread/transcript'
import type { Report } from '../../system/report'
import type { StoreDatabase } from '../database'
import { dirname, join } from 'node:path'
import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises'
import { getSearchableText, getSearchKind } from '../../../shared/thread/text/entryWords'
import { type PayloadPlace, restorePayloads } from '../payloads'
import { compact } from '../recovery/eraseThreads'
import { isCorruption } from '../storageError'
import { openSearchFile, removeSearchFile } from './searchFile'
import { type IndexedEntry, type IndexPosition, SearchTables } from './searchTables'

/** When entries are indexed. */
interface IndexingTimes {
  /** Delay of the first run, because the start has other work. */
  readonly firstMs: number
  /** Delay after a change, so that the turn's last entries are stored. */
  readonly afterMs: number
  /** Ratio of pauses to work, so that nothing else is slowed down. */
  readonly restFactor: number
}

const defaultTimes: IndexingTimes = { firstMs: 3_000, afterMs: 200, restFactor: 4 }
/** Number of entries erased at a time. Each touched page is overwritten, so this takes a few milliseconds. */
const eraseBatchSize = 4
/**
 * Minimum entries per batch. Each batch adds a segment to the index, and small ones cost more to merge than they save.
 */
const minEntries = 4

/**
 * Updates the search index from the stored entries, in the background and in small steps. The pending work is
 * determined from the two files alone, so it continues after a kill. A damaged index is removed and rebuilt.
 */
export class SearchIndex {
  readonly #report: Report
  readonly #times: IndexingTimes
  readonly #stop = new AbortController()
  readonly #changed: ChangedEntries
  readonly #entriesPerTurn = new Pace({ least: minEntries, most: maxEntries })
  readonly #file: string | undefined
  #sql: Database.Database
  #tables: SearchTables
  #timer: NodeJS.Timeout | undefined
  #last: Promise<void> = Promise.resolve()
  #isBehind = true
  /** Whether something changed since the last run began. */
  #isDue = false

  constructor({ database, report, times = defaultTimes }: {
    database: StoreDatabase
    report: Report
    times?: IndexingTimes
  }) {
    this.#report = report
    this.#times = times
    this.#changed = new ChangedEntries(database.sql)
    this.#file = database.file === undefined ? undefined : join(dirname(database.file), 'search.db')
    if (this.#file !== undefined && database.problem !== undefined)
      removeSearchFile(this.#file) // the database it was built from has been recovered since then
    this.#sql = openSearchFile(this.#file)
    this.#tables = new SearchTables(this.#sql)
    this.#schedule(times.firstMs)
  }

  /** The index for reading. A new object after damage. */
  get sql(): Database.Database {
    return this.#sql
  }

  /** Whether some stored entries can't be found yet. */
  get isBehind(): boolean {
    return this.#isBehind
  }

  /** Called when entries changed or a thread was deleted. */
  onEntriesChanged(): void {
    this.#isBehind = this.#isDue = true
    this.#schedule(this.#times.afterMs)
  }

  /** Starts a due run now, because the person is searching. */
  hurry(): void {
    if (this.#timer === undefined)
      return
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#start()
  }

  /** Runs the pending work. Resolves when it is done. */
  run(): Promise<void> {
    return (this.#last = this.#last.then(() => this.#run()).catch((error: unknown) => this.#fail(error)))
  }

  /** Called when the index can't be read. */
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
    this.#sql = openSearchFile(removeSearchFile(this.#file))
    this.#tables = new SearchTables(this.#sql)
    this.onEntriesChanged()
  }

  async #run(): Promise<void> {
    const { signal } = this.#stop
    this.#isDue = false
    const threads = this.#changed.listThreads()
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
      const next = signal.aborted ? undefined : this.#changed.readAfter(threadId, position, this.#entriesPerTurn.amount)
      if (!next)
        break
      this.#tables.save(threadId, next.entries, next.position)
      position = next.position
      this.#entriesPerTurn.record(performance.now() - begunAt)
      await this.#restSince(begunAt)
      const mergingAt = performance.now()
      this.#tables.merge()
      await this.#restSince(mergingAt)
    }
    if (signal.aborted)
      return
    await this.#erase(threadId, entryCount)
    // A turn may have ended meanwhile. Later entries are then handled by the next run.
    if (position.seq <= end.seq)
      this.#tables.save(threadId, [], end)
  }

  /** Erases deleted threads and releases their space. */
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
    while (!this.#stop.signal.aborted && this.#tables.erase(threadId, { fromIndex, most: eraseBatchSize }) > 0)
      await turn()
  }

  async #restSince(begunAt: number): Promise<void> {
    const ms = (performance.now() - begunAt) * this.#times.restFactor
    await (ms > 0 ? pause(ms, undefined, { signal: this.#stop.signal }).catch(() => undefined) : turn()) // disposed
  }
}

/** Longer batches would delay the host. */
const maxMs = 5

/** Adapts the batch size to the time that batches take, because fixed sizes ignore the machine's speed and load. */
export class Pace {
  readonly #least: number
  readonly #most: number
  #amount: number

  constructor({ least, most }: { least: number, most: number }) {
    this.#least = least
    this.#most = this.#amount = most
  }

  get amount(): number {
    return this.#amount
  }

  /** Records how long the last batch took. */
  record(ms: number): void {
    this.#amount = ms > maxMs ? Math.max(this.#least, this.#amount >> 1) : Math.min(this.#most, this.#amount + 1)
  }
}

/** Maximum characters indexed per entry: a few hundred lines of output. */
const maxCharacters = 32 * 1024
/** Maximum entries read at a time: a millisecond or two of work, unless a single entry is larger. */
const maxEntries = 16
const maxBytes = 64 * 1024

/** A thread whose entries are stored. */
interface StoredProjection {
  readonly threadId: string
  readonly seq: number
  readonly entryCount: number
  readonly reducerVersion: number
}

interface Row {
  readonly entryIndex: number
  readonly seq: number
  readonly bytes: number
}

/** Reads the stored entries of threads in the order in which they changed. */
class ChangedEntries {
  readonly #threads: Database.Statement<[], StoredProjection>
  readonly #next: Database.Statement<[string, number, number], Row>
  readonly #read: Database.Statement<[string, number], { body: string, payloads: string | null }>
  readonly #payload: Database.Statement<[string, string], string>

  constructor(sql: Database.Database) {
    this.#threads = sql.prepare(`
      SELECT thread_id AS threadId, projected_seq AS seq, entry_count AS entryCount, reducer_version AS reducerVersion
      FROM threads WHERE thread_id NOT IN (SELECT thread_id FROM deleted_threads) ORDER BY rank DESC`)
    this.#next = sql.prepare(`
      SELECT entry_index AS entryIndex, changed_seq AS seq, octet_length(body) AS bytes FROM entries
      WHERE thread_id = ? AND (changed_seq, entry_index) > (?, ?) ORDER BY changed_seq, entry_index LIMIT ${maxEntries}`)
    this.#read = sql.prepare('SELECT body, payloads FROM entries WHERE thread_id = ? AND entry_index = ?')
    this.#payload = sql
      .prepare<[string, string], string>(`SELECT substr(text, 1, ${maxCharacters}) FROM payloads WHERE thread_id = ? AND hash = ?`)
      .pluck()
  }

  /** Lists the threads that were not deleted, latest first. */
  listThreads(): StoredProjection[] {
    return this.#threads.all()
  }

  /**
   * Reads at most `most` entries that changed after a position, with the new position. Returns `undefined` if there are
   * none.
   */
  readAfter(
    threadId: string,
    { reducerVersion, seq, entryIndex }: IndexPosition,
    most: number,
  ): { entries: IndexedEntry[], position: IndexPosition } | undefined {
    const rows: Row[] = []
    let bytes = 0
    for (const row of this.#next.all(threadId, seq, entryIndex)) {
      if (rows.length === most || (rows.length > 0 && bytes + row.bytes > maxBytes))
        break
      bytes += row.bytes
      rows.push(row)
    }
    const last = rows.at(-1)
    return last && {
      entries: rows.map(row => this.#entry(threadId, row.entryIndex)),
      position: { reducerVersion, seq: last.seq, entryIndex: last.entryIndex },
    }
  }

  #entry(threadId: string, entryIndex: number): IndexedEntry {
    const { body, payloads } = this.#read.get(threadId, entryIndex)!
    const entry = JSON.parse(body) as Entry // written by `ProjectionTable`, with the places of its payloads
    if (payloads !== null)
      restorePayloads(entry, JSON.parse(payloads) as PayloadPlace[], hash => this.#payload.get(threadId, hash))
    const text = getSearchableText(entry, maxCharacters)
    return { threadId, entryIndex, entryKind: entry.kind, kind: getSearchKind(entry), at: Math.round(entry.at), text }
  }
}
