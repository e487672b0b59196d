import type { MarkedText } from '../../search/excerpt'
import type { Entry } from '../../thread/transcript'
import { z } from 'zod'
import { jumpKinds } from '../../thread/jumpPlaces'
import { searchKinds } from '../../thread/text/entryWords'
import { method } from '../method'

/** An entry in which everything stands that was searched for. */
export interface EntryMatch {
  readonly entryIndex: number
  readonly entryKind: Entry['kind']
  readonly at: number
  /** On one line. */
  readonly excerpt: MarkedText
}

/** The matches in one thread, the best first. */
export interface ThreadMatches {
  readonly threadId: string
  /** How many entries; there may be more than are given. */
  readonly count: number
  readonly matches: readonly EntryMatch[]
}

/** What a search found, the best thread first. */
export interface SearchResult {
  readonly threads: readonly ThreadMatches[]
  /** Entries and threads in which something was found. */
  readonly matchCount: number
  readonly threadCount: number
  /** There are more than were counted. */
  readonly isCut: boolean
  /** Some of what is stored cannot be found yet. */
  readonly isIndexing: boolean
}

/** An entry near a match, as plain text. */
export interface PreviewedEntry {
  readonly entryIndex: number
  readonly entryKind: Entry['kind']
  readonly at: number
  readonly text: MarkedText
}

/** Where something is in a thread. */
export interface FoundInThread {
  /** The entries from the first to the last, each with how often it says that. */
  readonly places: readonly { readonly entryIndex: number, readonly count: number }[]
  /** There are more. */
  readonly isCut: boolean
}

/** More than anyone searches for. */
const maxSearch = 400
const search = z.string().min(1).max(maxSearch)

/** Methods about finding what was said and done. */
export const searchMethods = {
  /** Words, `"phrases"` and beginnings of words (`retr*`) in all threads. The last word counts as a beginning. */
  searchThreads: method(z.object({
    search,
    agentId: z.string().optional(),
    folder: z.string().optional(),
    /** Milliseconds since 1970. */
    since: z.number().optional(),
    kind: z.enum(searchKinds).optional(),
    /** How many threads at most. */
    limit: z.number().int().min(1).max(50),
  })).returns<SearchResult>(),
  /** A match with the text around it. */
  previewMatch: method(z.object({ threadId: z.string(), entryIndex: z.number().int().min(0), search })).returns<PreviewedEntry[]>(),
  /** Where a text is in a thread, word for word but for case and white space, also in what is not drawn. */
  findInThread: method(z.object({ threadId: z.string(), text: search })).returns<FoundInThread>(),
  /**
   * The last change, question or error before an index, as far back as the thread goes; `undefined` where there is
   * none.
   */
  findPlaceBefore: method(z.object({ threadId: z.string(), kind: z.enum(jumpKinds), before: z.number().int().min(0) }))
    .returns<number | undefined>(),
}
