import type { PreviewedEntry } from '../../../shared/contract/methods/searchMethods'
import type { SearchTerm } from '../../../shared/search/searchTerms'
import type { SearchKind } from '../../../shared/thread/text/entryWords'
import type { SearchIndex } from './searchIndex'
import { setImmediate as turn } from 'node:timers/promises'
import { makeExcerpt } from '../../../shared/search/excerpt'
import { isCorruption } from '../storageError'

/** Number of matches read at a time: two or three milliseconds, plus SQLite's time to collect a word's positions. */
const batchSize = 1_000
/** Maximum matches scanned. `isCut` if there are more. */
const maxScanned = 10_000
/** Number of entries before and after a match in its preview, and maximum characters of each. */
const previewContext = 2
const previewCharacters = 1_500

/** An entry that contains all terms. */
export interface IndexMatch {
  readonly id: number
  readonly threadId: string
  readonly entryIndex: number
  readonly entryKind: PreviewedEntry['entryKind']
  readonly kind: SearchKind
  readonly at: number
}

/** An additional filter for matches. */
type MatchFilter = (match: IndexMatch) => boolean

/** Searches the index in small steps, so that the host isn't blocked. */
export class SearchReader {
  readonly #index: SearchIndex

  constructor(index: SearchIndex) {
    this.#index = index
  }

  get isBehind(): boolean {
    return this.#index.isBehind
  }

  /** Called when searchable entries have changed. */
  onEntriesChanged(): void {
    this.#index.onEntriesChanged()
  }

  /** Finds entries that contain all terms and pass the filter, latest indexed first. `isCut`: there are more. */
  async find(terms: readonly SearchTerm[], { passes, signal }: {
    passes: MatchFilter
    signal: AbortSignal
  }): Promise<{ matches: IndexMatch[], isCut: boolean }> {
    this.#index.hurry()
    const matches: IndexMatch[] = []
    if (terms.length === 0)
      return { matches, isCut: false }
    const expression = toMatchExpression(terms)
    let before = Number.MAX_SAFE_INTEGER
    for (let seen = 0; seen < maxScanned; seen += batchSize) {
      const found = this.#read(sql => sql.prepare<[string, number], IndexMatch>(`
        SELECT id, thread_id AS threadId, entry_index AS entryIndex, entry_kind AS entryKind, kind, at
        FROM words JOIN entries ON entries.id = words.rowid
        WHERE words MATCH ? AND words.rowid < ? ORDER BY words.rowid DESC LIMIT ${batchSize}`).all(expression, before))
      matches.push(...found.filter(passes))
      if (found.length < batchSize || signal.aborted)
        return { matches, isCut: false }
      before = found.at(-1)!.id
      await turn()
    }
    return { matches, isCut: true }
  }

  /** Reads the texts of matches by id, except those erased since. */
  texts(ids: readonly number[]): Map<number, string> {
    return this.#read(sql => new Map(sql
      .prepare<[string], [number, string]>('SELECT id, text FROM entries WHERE id IN (SELECT value FROM json_each(?))')
      .raw()
      .all(JSON.stringify(ids))))
  }

  /** Reads an entry and those around it. */
  preview(
    threadId: string,
    { entryIndex, terms }: { entryIndex: number, terms: readonly SearchTerm[] },
  ): PreviewedEntry[] {
    const rows = this.#read(sql => sql
      .prepare<[string, number, number], Omit<PreviewedEntry, 'text'> & { text: string }>(`
        SELECT entry_index AS entryIndex, entry_kind AS entryKind, at, text FROM entries
        WHERE thread_id = ? AND entry_index BETWEEN ? AND ? ORDER BY entry_index`)
      .all(threadId, entryIndex - previewContext, entryIndex + previewContext))
    return rows.map(({ text, ...entry }) => ({
      ...entry,
      text: makeExcerpt(text, terms, {
        characters: entry.entryIndex === entryIndex ? previewCharacters : previewCharacters / 3,
        isOneLine: false,
      }),
    }))
  }

  /** Runs `read`. A damaged index is rebuilt in the background. */
  #read<T>(read: (sql: SearchIndex['sql']) => T): T {
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
 * Formats terms for SQLite's full-text search. Each is a quoted string, so that nothing in it acts as an operator,
 * column or bracket. An entry must contain all of them.
 */
export function toMatchExpression(terms: readonly SearchTerm[]): string {
  return terms.map(({ words, isPrefix }) => `"${words.join(' ').replaceAll('"', ' ')}"${isPrefix ? ' *' : ''}`)
    .join(' AND ')
}
