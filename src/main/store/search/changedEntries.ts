import type Database from 'better-sqlite3'
import type { Entry } from '../../../shared/thread/transcript'
import type { PayloadPlace } from '../payloads'
import type { IndexedEntry, IndexPosition } from './searchTables'
import { entryWords, searchKindOf } from '../../../shared/thread/text/entryWords'
import { putBackPayloads } from '../payloads'

/** How many characters of an entry can be found: a few hundred lines of output. */
const mostCharacters = 32 * 1024
/** What is read at once: a millisecond or two of work, but for an entry that is larger by itself. */
export const mostEntries = 16
const mostBytes = 64 * 1024

/** A thread whose entries are stored. */
export interface StoredProjection {
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
export class ChangedEntries {
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
      WHERE thread_id = ? AND (changed_seq, entry_index) > (?, ?) ORDER BY changed_seq, entry_index LIMIT ${mostEntries}`)
    this.#read = sql.prepare('SELECT body, payloads FROM entries WHERE thread_id = ? AND entry_index = ?')
    this.#payload = sql
      .prepare<[string, string], string>(`SELECT substr(text, 1, ${mostCharacters}) FROM payloads WHERE thread_id = ? AND hash = ?`)
      .pluck()
  }

  /** Those that were not deleted, the latest first. */
  threads(): StoredProjection[] {
    return this.#threads.all()
  }

  /** At most so many entries that changed after a position, and the position after them; `undefined` when there are none. */
  after(
    threadId: string,
    { reducerVersion, seq, entryIndex }: IndexPosition,
    most: number,
  ): { entries: IndexedEntry[], position: IndexPosition } | undefined {
    const rows: Row[] = []
    let bytes = 0
    for (const row of this.#next.all(threadId, seq, entryIndex)) {
      if (rows.length === most || (rows.length > 0 && bytes + row.bytes > mostBytes))
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
    const entry = JSON.parse(body) as Entry // `ProjectionTable` wrote it, and the places of its payloads
    if (payloads !== null)
      putBackPayloads(entry, JSON.parse(payloads) as PayloadPlace[], hash => this.#payload.get(threadId, hash))
    const text = entryWords(entry, mostCharacters)
    return { threadId, entryIndex, entryKind: entry.kind, kind: searchKindOf(entry), at: Math.round(entry.at), text }
  }
}
