import type Database from 'better-sqlite3'
import type { ThreadEvent, ThreadEventBody } from '../../shared/thread/events'
import type { PayloadTable, StoredBody } from './tables/payloadTable'
import { commitDurably } from './durably'

/** The logs of all threads. */
export class EventLog {
  readonly #sql: Database.Database
  readonly #lastSeq: Database.Statement<[string], number>
  readonly #insert: Database.Statement<[string, number, number, string, string | null]>
  readonly #advance: Database.Statement<[number, number, string]>
  readonly #read: Database.Statement<[string, number, number], { seq: number, at: number } & StoredBody>
  readonly #payloads: PayloadTable
  readonly #append: Database.Transaction<(threadId: string, events: readonly ThreadEvent[]) => void>

  constructor(sql: Database.Database, payloads: PayloadTable) {
    this.#sql = sql
    this.#payloads = payloads
    this.#lastSeq = sql.prepare<[string], number>('SELECT last_seq FROM threads WHERE thread_id = ?').pluck()
    this.#insert = sql.prepare('INSERT INTO events (thread_id, seq, at, body, payloads) VALUES (?, ?, ?, ?, ?)')
    this.#advance = sql.prepare(`
      UPDATE threads SET last_seq = ?, updated_at = ?,
        rank = CASE rank WHEN (SELECT max(rank) FROM threads) THEN rank ELSE (SELECT max(rank) + 1 FROM threads) END
      WHERE thread_id = ?`)
    this.#read = sql.prepare('SELECT seq, at, body, payloads FROM events WHERE thread_id = ? AND seq > ? AND seq <= ? ORDER BY seq')
    this.#append = sql.transaction((threadId, events) => {
      let lastSeq = this.#lastSeq.get(threadId)
      if (lastSeq === undefined)
        throw new Error(`There is no thread "${threadId}" to append to`)
      for (const { seq, at, ...body } of events) {
        if (seq !== ++lastSeq)
          throw new Error(`The next event of thread "${threadId}" is number ${lastSeq}, not ${seq}`)
        const stored = this.#payloads.storeEvent(threadId, body)
        this.#insert.run(threadId, seq, Math.round(at), stored.body, stored.payloads)
      }
      this.#advance.run(lastSeq, Math.round(events.at(-1)!.at), threadId)
    })
  }

  /** Appends events in one transaction. `durable` ones survive a power failure once this returns. */
  append(threadId: string, events: readonly ThreadEvent[], { durable }: { durable: boolean }): void {
    if (events.length === 0)
      return
    if (durable)
      commitDurably(this.#sql, () => this.#append.immediate(threadId, events))
    else
      this.#append.immediate(threadId, events)
  }

  read(
    threadId: string,
    { afterSeq, upToSeq = Number.MAX_SAFE_INTEGER }: { afterSeq: number, upToSeq?: number },
  ): ThreadEvent[] {
    const restore = this.#payloads.createRestorer(threadId)
    return this.#read.all(threadId, afterSeq, upToSeq)
      // The body is what `append` wrote.
      .map(({ seq, at, ...stored }) => ({ seq, at, ...restore(stored) as ThreadEventBody }))
  }
}
