import type { MarkedText } from '../../search/excerpt'
import type { Entry } from '../../thread/transcript'
import { z } from 'zod'
import { jumpKinds } from '../../thread/jumpPlaces'
import { searchKinds } from '../../thread/text/entryWords'
import { method } from '../method'

/** An entry that contains every search term. */
export interface EntryMatch {
  readonly entryIndex: number
  readonly entryKind: Entry['kind']
  readonly at: number
  /** A single line. */
  readonly excerpt: MarkedText
}

/** The matches in one thread, best first. */
export interface ThreadMatches {
  readonly threadId: string
  /** The number of matching entries, which may exceed `matches`. */
  readonly count: number
  readonly matches: readonly EntryMatch[]
}

/** The results of a search, best thread first. */
export interface SearchResult {
  readonly threads: readonly ThreadMatches[]
  /** The number of matching entries. */
  readonly matchCount: number
  readonly threadCount: number
  /** Whether the counts are lower bounds. */
  readonly isCut: boolean
  /** Whether the index is incomplete, so that some stored threads cannot be searched yet. */
  readonly isIndexing: boolean
}

/** An entry near a match, as plain text. */
export interface PreviewedEntry {
  readonly entryIndex: number
  readonly entryKind: Entry['kind']
  readonly at: number
  readonly text: MarkedText
}

/** Where a text occurs in a thread. */
export interface FoundInThread {
  /** Matching entries in order, each with its number of occurrences. */
  readonly places: readonly { readonly entryIndex: number, readonly count: number }[]
  /** The list is truncated. */
  readonly isCut: boolean
}

/** Longer than any real query. */
const maxSearch = 400
const search = z.string().min(1).max(maxSearch)

/** Methods for searching threads. */
export const searchMethods = {
  /** Searches all threads for words, `"phrases"` and prefixes (`retr*`). The last word also matches as a prefix. */
  searchThreads: method(z.object({
    search,
    agentId: z.string().optional(),
    folder: z.string().optional(),
    /** Milliseconds since 1970. */
    since: z.number().optional(),
    kind: z.enum(searchKinds).optional(),
    /** The maximum number of threads. */
    limit: z.number().int().min(1).max(50),
  })).returns<SearchResult>(),
  /** A match with its neighbouring entries. */
  previewMatch: method(z.object({
    threadId: z.string(),
    entryIndex: z.number().int().min(0),
    search,
  })).returns<PreviewedEntry[]>(),
  /** Finds a text in a thread, ignoring case and white space, including in entries that are not rendered. */
  findInThread: method(z.object({ threadId: z.string(), text: search })).returns<FoundInThread>(),
  /**
   * The index of the last change, question or error before `before`, anywhere in the thread; `undefined` if there is
   * none.
   */
  findPlaceBefore: method(z.object({ threadId: z.string(), kind: z.enum(jumpKinds), before: z.number().int().min(0) }))
    .returns<number | undefined>(),
}
