import type { PreviewedEntry } from '../../../shared/contract/methods/searchMethods'
import type { SearchTerm } from '../../../shared/search/searchTerms'
import type { SearchKind } from '../../../shared/thread/text/entryWords'
import type { SearchIndex } from './searchIndex'
import { setImmediate as turn } from 'node:timers/promises'
import { makeExcerpt } from '../../../shared/search/excerpt'
import { isCorruption } from '../storageError'

/** How many are looked up at once: two or three milliseconds, besides what SQLite needs to collect a word's places. */
const matchesPerTurn = 1_000
/** A search that finds more says so. */
const maxSeen = 10_000
/** The text around a match in its preview, and how much of each. */
const aroundMatch = 2
const previewCharacters = 1_500

/** An entry that holds all terms. */
export interface IndexMatch {
  readonly id: number
  readonly threadId: string
  readonly entryIndex: number
  readonly entryKind: PreviewedEntry['entryKind']
  readonly kind: SearchKind
  readonly at: number
}

/** Which entries are wanted besides. */
type MatchFilter = (match: IndexMatch) => boolean

/** Searches the index a part at a time, so that nothing else of the host waits. */
export class SearchReader {
  readonly #index: SearchIndex

  constructor(index: SearchIndex) {
    this.#index = index
  }

  get isBehind(): boolean {
    return this.#index.isBehind
  }

  /** Entries changed that are searched now. */
  note(): void {
    this.#index.note()
  }

  /** What holds all terms and passes the filter, the latest indexed first. `isCut`: there is more. */
  async find(terms: readonly SearchTerm[], { passes, signal }: {
    passes: MatchFilter
    signal: AbortSignal
  }): Promise<{ matches: IndexMatch[], isCut: boolean }> {
    this.#index.hurry()
    const matches: IndexMatch[] = []
    if (terms.length === 0)
      return { matches, isCut: false }
    const expression = searchExpression(terms)
    let before = Number.MAX_SAFE_INTEGER
    for (let seen = 0; seen < maxSeen; seen += matchesPerTurn) {
      const found = this.#reading(sql => sql.prepare<[string, number], IndexMatch>(`
        SELECT id, thread_id AS threadId, entry_index AS entryIndex, entry_kind AS entryKind, kind, at
        FROM words JOIN entries ON entries.id = words.rowid
        WHERE words MATCH ? AND words.rowid < ? ORDER BY words.rowid DESC LIMIT ${matchesPerTurn}`).all(expression, before))
      matches.push(...found.filter(passes))
      if (found.length < matchesPerTurn || signal.aborted)
        return { matches, isCut: false }
      before = found.at(-1)!.id
      await turn()
    }
    return { matches, isCut: true }
  }

  /** The texts of matches, by their ids; without those that were erased meanwhile. */
  texts(ids: readonly number[]): Map<number, string> {
    return this.#reading(sql => new Map(sql
      .prepare<[string], { id: number, text: string }>('SELECT id, text FROM entries WHERE id IN (SELECT value FROM json_each(?))')
      .all(JSON.stringify(ids))
      .map(({ id, text }) => [id, text])))
  }

  /** An entry and those around it. */
  preview(threadId: string, { entryIndex, terms }: { entryIndex: number, terms: readonly SearchTerm[] }): PreviewedEntry[] {
    const rows = this.#reading(sql => sql
      .prepare<[string, number, number], Omit<PreviewedEntry, 'text'> & { text: string }>(`
        SELECT entry_index AS entryIndex, entry_kind AS entryKind, at, text FROM entries
        WHERE thread_id = ? AND entry_index BETWEEN ? AND ? ORDER BY entry_index`)
      .all(threadId, entryIndex - aroundMatch, entryIndex + aroundMatch))
    return rows.map(({ text, ...entry }) => ({
      ...entry,
      text: makeExcerpt(text, terms, {
        characters: entry.entryIndex === entryIndex ? previewCharacters : previewCharacters / 3,
        isOneLine: false,
      }),
    }))
  }

  /** A damaged index is recreated in the background. */
  #reading<T>(read: (sql: SearchIndex['sql']) => T): T {
    try {
      return read(this.#index.sql)
    }
    catch (error) {
      if (isCorruption(error))
        this.#index.fail(error)
      throw error
    }
  }
}

/**
 * Terms as SQLite's full-text search wants them: each a quoted string, so that nothing in it is an operator, a column
 * or a bracket. An entry must hold them all.
 */
export function searchExpression(terms: readonly SearchTerm[]): string {
  return terms.map(({ words, isPrefix }) => `"${words.join(' ').replaceAll('"', ' ')}"${isPrefix ? ' *' : ''}`).join(' AND ')
}
