import type Database from 'better-sqlite3'
import type { SearchKind } from '../../../shared/thread/text/entryWords'
import type { Entry } from '../../../shared/thread/transcript'
import { toIndexedText } from '../../../shared/search/searchTerms'

/** The position up to which a thread's entries are indexed: this change and, within it, this entry. */
export interface IndexPosition {
  readonly reducerVersion: number
  readonly seq: number
  readonly entryIndex: number
}

export interface IndexedEntry {
  readonly threadId: string
  readonly entryIndex: number
  readonly entryKind: Entry['kind']
  readonly kind: SearchKind
  readonly at: number
  readonly text: string
}

/** Number of pages merged at a time: a few milliseconds of work. */
const pagesMerged = 16

/** The tables of the index. Each change and the position after it are stored in one transaction. */
export class SearchTables {
  readonly #position: Database.Statement<[string], IndexPosition>
  readonly #threads: Database.Statement<[], string>
  readonly #save: Database.Transaction<(threadId: string, entries: readonly IndexedEntry[], position: IndexPosition) => void>
  readonly #erase: Database.Transaction<(threadId: string, fromIndex: number, most: number) => number>
  readonly #forget: Database.Statement<[string]>
  readonly #merge: Database.Statement<[number]>

  constructor(sql: Database.Database) {
    this.#position = sql.prepare(`
      SELECT reducer_version AS reducerVersion, seq, entry_index AS entryIndex FROM threads WHERE thread_id = ?`)
    this.#threads = sql.prepare<[], string>('SELECT thread_id FROM threads').pluck()
    this.#merge = sql.prepare('INSERT INTO words (words, rank) VALUES (\'merge\', ?)')
    this.#forget = sql.prepare('DELETE FROM threads WHERE thread_id = ?')
    const old = sql.prepare<[string, number], { id: number, text: string }>(
      'SELECT id, text FROM entries WHERE thread_id = ? AND entry_index = ?',
    )
    const last = sql.prepare<[string, number, number], { id: number, text: string }>(
      'SELECT id, text FROM entries WHERE thread_id = ? AND entry_index >= ? ORDER BY entry_index DESC LIMIT ?',
    )
    const add = sql.prepare<[IndexedEntry]>(`
      INSERT INTO entries (thread_id, entry_index, entry_kind, kind, at, text)
      VALUES (@threadId, @entryIndex, @entryKind, @kind, @at, @text)`)
    const addWords = sql.prepare<[number | bigint, string]>('INSERT INTO words (rowid, text) VALUES (?, ?)')
    const remove = sql.prepare<[number]>('DELETE FROM entries WHERE id = ?')
    const removeWords = sql.prepare<[number, string]>('INSERT INTO words (words, rowid, text) VALUES (\'delete\', ?, ?)')
    const advance = sql.prepare<[string, number, number, number]>(`
      INSERT INTO threads (thread_id, reducer_version, seq, entry_index) VALUES (?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET reducer_version = excluded.reducer_version, seq = excluded.seq, entry_index = excluded.entry_index`)
    const take = ({ id, text }: { id: number, text: string }): void => {
      removeWords.run(id, toIndexedText(text)) // SQLite needs the original text to remove its words
      remove.run(id)
    }
    this.#save = sql.transaction((threadId, entries, { reducerVersion, seq, entryIndex }) => {
      for (const entry of entries) {
        old.all(threadId, entry.entryIndex).forEach(take)
        if (entry.text !== '')
          addWords.run(add.run(entry).lastInsertRowid, toIndexedText(entry.text))
      }
      advance.run(threadId, reducerVersion, seq, entryIndex)
    })
    this.#erase = sql.transaction((threadId, fromIndex, most) => {
      const rows = last.all(threadId, fromIndex, most)
      rows.forEach(take)
      return rows.length
    })
  }

  position(threadId: string): IndexPosition | undefined {
    return this.#position.get(threadId)
  }

  /** Lists the threads that may have indexed entries. */
  threadIds(): string[] {
    return this.#threads.all()
  }

  save(threadId: string, entries: readonly IndexedEntry[], position: IndexPosition): void {
    this.#save.immediate(threadId, entries, position)
  }

  /** Erases at most `most` of a thread's entries, starting at an index. Returns their number. */
  erase(threadId: string, { fromIndex, most }: { fromIndex: number, most: number }): number {
    return this.#erase.immediate(threadId, fromIndex, most)
  }

  /** Merges some of the index's segments, which keeps it fast. */
  merge(): void {
    this.#merge.run(pagesMerged)
  }

  /** Called when none of the thread's entries are indexed any more. */
  forget(threadId: string): void {
    this.#forget.run(threadId)
  }
}
