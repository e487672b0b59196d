import type Database from 'better-sqlite3'
import type { Entry, ThreadHead } from '../../../shared/thread/transcript'
import type { PayloadTable, StoredBody } from './payloadTable'

/** The result of `reduce` for a thread's log up to `projectedSeq`. */
export interface Projection {
  /** The changed entries, by their index in the whole thread. */
  readonly entries: readonly { readonly index: number, readonly entry: Entry }[]
  readonly head: ThreadHead
  readonly projectedSeq: number
  readonly entryCount: number
  readonly reducerVersion: number
}

/** The stored projections of threads, so that opening a long one reads only a page. */
export class ProjectionTable {
  readonly #payloads: PayloadTable
  readonly #page: Database.Statement<[string, number, number], StoredBody>
  readonly #head: Database.Statement<[string], string | null>
  readonly #toolEntry: Database.Statement<[string, string], number>
  readonly #notice: Database.Statement<[string, string, string | null], number>
  readonly #project: Database.Transaction<(threadId: string, projection: Projection) => void>
  readonly #clear: Database.Transaction<(threadId: string) => void>

  constructor(sql: Database.Database, payloads: PayloadTable) {
    this.#payloads = payloads
    const put = sql.prepare(`
      INSERT INTO entries (thread_id, entry_index, tool_call_id, body, payloads, changed_seq) VALUES (?, ?, ?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET tool_call_id = excluded.tool_call_id, body = excluded.body, payloads = excluded.payloads,
        changed_seq = excluded.changed_seq`)
    const advance = sql.prepare('UPDATE threads SET head = ?, projected_seq = ?, entry_count = ?, reducer_version = ? WHERE thread_id = ?')
    const cut = sql.prepare('DELETE FROM entries WHERE thread_id = ? AND entry_index >= ?')
    this.#page = sql.prepare('SELECT body, payloads FROM entries WHERE thread_id = ? AND entry_index < ? ORDER BY entry_index DESC LIMIT ?')
    this.#head = sql.prepare<[string], string | null>('SELECT head FROM threads WHERE thread_id = ?').pluck()
    // An agent may reuse an id in a later turn, so the last one counts.
    this.#toolEntry = sql
      .prepare<[string, string], number>(
        'SELECT entry_index FROM entries WHERE thread_id = ? AND tool_call_id = ? ORDER BY entry_index DESC LIMIT 1',
      )
      .pluck()
    // The second condition matches the index, so that only notices are read.
    this.#notice = sql
      .prepare<[string, string, string | null], number>(`
        SELECT 1 FROM entries INDEXED BY entries_of_notices WHERE thread_id = ? AND substr(body, 1, 16) = '{"kind":"notice"'
        AND json_extract(body, '$.notice.title') = ? AND json_extract(body, '$.notice.description') IS ? LIMIT 1`)
      .pluck()
    this.#project = sql.transaction((threadId, { entries, head, projectedSeq, entryCount, reducerVersion }) => {
      for (const { index, entry } of entries) {
        const { body, payloads } = this.#payloads.referEntry(threadId, entry)
        put.run(threadId, index, entry.kind === 'tool' ? entry.call.toolCallId : null, body, payloads, projectedSeq)
      }
      cut.run(threadId, entryCount)
      advance.run(JSON.stringify(head), projectedSeq, entryCount, reducerVersion, threadId)
    })
    this.#clear = sql.transaction((threadId) => {
      cut.run(threadId, 0)
      advance.run(null, 0, 0, 0, threadId)
    })
  }

  project(threadId: string, projection: Projection): void {
    this.#project.immediate(threadId, projection)
  }

  /** Reads at most `limit` entries before index `before`, oldest first. */
  readEntries(threadId: string, { before, limit }: { before: number, limit: number }): Entry[] {
    const restore = this.#payloads.createRestorer(threadId)
    return this.#page
      .all(threadId, before, limit)
      .map(stored => restore(stored) as Entry)
      .reverse() // `project` wrote it
  }

  readHead(threadId: string): ThreadHead | undefined {
    const head = this.#head.get(threadId)
    return head == null ? undefined : JSON.parse(head) as ThreadHead // `project` wrote it
  }

  findToolEntry(threadId: string, toolCallId: string): number | undefined {
    return this.#toolEntry.get(threadId, toolCallId)
  }

  hasNotice(threadId: string, { title, description }: { title: string, description?: string | undefined }): boolean {
    return this.#notice.get(threadId, title, description ?? null) !== undefined
  }

  clear(threadId: string): void {
    this.#clear.immediate(threadId)
  }
}
