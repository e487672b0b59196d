import type Database from 'better-sqlite3'
import type { ThreadEventBody } from '../../shared/thread/events'
import type { StoredScratch } from './tables/threadTable'
import { commitDurably } from './durably'

/** A thread to create as a copy of another. */
export interface CopiedThread {
  readonly fromThreadId: string
  /** The last event to copy. */
  readonly upToSeq: number
  readonly threadId: string
  readonly title: string
  /** If absent, the agent creates a new session. */
  readonly sessionId?: string | undefined
  readonly createdAt: number
  /** Its own scratch folder, because these are not shared. By default it uses the original's folder. */
  readonly place?: { readonly folder: string, readonly scratch: StoredScratch } | undefined
  /** An event to append to the copied log. */
  readonly lastEvent: ThreadEventBody
}

/**
 * Copies a thread with its log and terminals. Entries are derived from the copied log and have the same ids as in the
 * original.
 */
export class ThreadCopy {
  readonly #sql: Database.Database
  readonly #copy: Database.Transaction<(copied: CopiedThread) => void>

  constructor(sql: Database.Database) {
    this.#sql = sql
    const row = sql.prepare<[Omit<CopiedThread, 'lastEvent' | 'place' | 'sessionId'> & { sessionId: string | null }]>(`
      INSERT INTO threads (
        thread_id, title, title_from, agent_id, agent_name, folder, additional_folders, elsewhere,
        created_at, updated_at, session_id, last_seq
      )
      SELECT @threadId, @title, title_from, agent_id, agent_name, folder, additional_folders, elsewhere,
        @createdAt, @createdAt, @sessionId, @upToSeq + 1
      FROM threads WHERE thread_id = @fromThreadId`)
    const place = sql.prepare<[string, string, string]>('UPDATE threads SET folder = ?, scratch = ? WHERE thread_id = ?')
    const events = sql.prepare<[Omit<CopiedThread, 'lastEvent' | 'place'>]>(`
      INSERT INTO events (thread_id, seq, at, body, payloads)
      SELECT @threadId, seq, at, body, payloads FROM events WHERE thread_id = @fromThreadId AND seq <= @upToSeq`)
    const payloads = sql.prepare<[Omit<CopiedThread, 'lastEvent' | 'place'>]>(`
      INSERT INTO payloads (thread_id, hash, text) SELECT @threadId, hash, text FROM payloads WHERE thread_id = @fromThreadId
        AND hash IN (
          SELECT json_extract(place.value, '$[0]') FROM events, json_each(events.payloads) AS place WHERE thread_id = @threadId
        )`)
    const last = sql.prepare<[string, number, number, string]>('INSERT INTO events (thread_id, seq, at, body) VALUES (?, ?, ?, ?)')
    const terminals = sql.prepare<[Omit<CopiedThread, 'lastEvent' | 'place'>]>(`
      INSERT INTO terminals (thread_id, terminal_id, view, output)
      SELECT @threadId, terminal_id, view, output FROM terminals WHERE thread_id = @fromThreadId`)
    this.#copy = sql.transaction(({ lastEvent, place: own, ...copied }) => {
      row.run({ ...copied, sessionId: copied.sessionId ?? null })
      if (own)
        place.run(own.folder, JSON.stringify(own.scratch), copied.threadId)
      const { changes } = events.run(copied)
      if (changes !== copied.upToSeq)
        throw new Error(`Of thread "${copied.fromThreadId}" ${changes} events are stored, not ${copied.upToSeq}`)
      payloads.run(copied)
      last.run(copied.threadId, copied.upToSeq + 1, copied.createdAt, JSON.stringify(lastEvent))
      terminals.run(copied)
    })
  }

  /** Copies durably, completely or not at all. */
  copy(copied: CopiedThread): void {
    commitDurably(this.#sql, () => this.#copy.immediate(copied))
  }
}
