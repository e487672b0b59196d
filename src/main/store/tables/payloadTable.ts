import type Database from 'better-sqlite3'
import { createHash } from 'node:crypto'
import { extractPayloads, type PayloadPlace, restorePayloads } from '../payloads'

/** A stored value: JSON with hashes instead of long texts, and where these belong. */
export interface StoredBody {
  readonly body: string
  /** JSON. */
  readonly payloads: string | null
}

/**
 * The long texts of each thread's log, such as images. Each is stored once, no matter how often it occurs, and deleted
 * with its thread.
 */
export class PayloadTable {
  readonly #add: Database.Statement<[string, string, string]>
  readonly #has: Database.Statement<[string, string], number>
  readonly #read: Database.Statement<[string, string], string>

  constructor(sql: Database.Database) {
    this.#add = sql.prepare('INSERT OR IGNORE INTO payloads (thread_id, hash, text) VALUES (?, ?, ?)')
    this.#has = sql.prepare<[string, string], number>('SELECT 1 FROM payloads WHERE thread_id = ? AND hash = ?').pluck()
    this.#read = sql.prepare<[string, string], string>('SELECT text FROM payloads WHERE thread_id = ? AND hash = ?')
      .pluck()
  }

  /** Prepares an event for storage and stores its long texts here. */
  storeEvent(threadId: string, event: object): StoredBody {
    return toStoredBody(event, (text) => {
      const hash = hashPayload(text)
      this.#add.run(threadId, hash, text)
      return hash
    })
  }

  /**
   * Prepares an entry for storage, referring to texts that the log has stored here. Other texts, such as a message of
   * many chunks, stay in the entry and are deleted with it.
   */
  referEntry(threadId: string, entry: object): StoredBody {
    return toStoredBody(entry, (text) => {
      const hash = hashPayload(text)
      return this.#has.get(threadId, hash) === undefined ? undefined : hash
    })
  }

  /**
   * Returns a function that restores stored values. A text that occurs several times is read once and shared in memory.
   */
  createRestorer(threadId: string): (stored: StoredBody) => unknown {
    const texts = new Map<string, string | undefined>()
    const read = (hash: string): string | undefined => {
      if (!texts.has(hash))
        texts.set(hash, this.#read.get(threadId, hash))
      return texts.get(hash)
    }
    return ({ body, payloads }) => {
      const value = JSON.parse(body) as unknown
      if (payloads !== null)
        restorePayloads(value, JSON.parse(payloads) as PayloadPlace[], read) // `asStored` wrote it
      return value
    }
  }
}

/** Returns the key of a text: the SHA-256 of its UTF-8. */
export function hashPayload(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

function toStoredBody(value: object, keep: (text: string) => string | undefined): StoredBody {
  const { rest, places } = extractPayloads(value, keep)
  return { body: JSON.stringify(rest), payloads: places.length === 0 ? null : JSON.stringify(places) }
}
