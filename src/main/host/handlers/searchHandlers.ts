import type { HostHandlers } from '../../../shared/contract/contract'
import type { searchMethods } from '../../../shared/contract/methods/searchMethods'
import type { HandledHost } from '../handledHost'
import { searchTerms } from '../../../shared/search/searchTerms'
import { findInThread, findPlaceBefore } from '../../threads/search/findInThread'
import { searchThreads } from '../../threads/search/searchThreads'

/**
 * Searches may miss what running turns did in this time: while someone types, or waits for the index, there are
 * several a second.
 */
const freshMs = 1_000

/** Finds what was said and done. A renderer's next search ends the one before: no one waits for that any more. */
export function searchHandlers({ threads, search: reader }: HandledHost): Pick<HostHandlers, keyof typeof searchMethods> {
  let last = new AbortController()
  let storedAt = -Infinity
  return {
    searchThreads: (params) => {
      last.abort()
      last = new AbortController()
      const listed = threads.list()
      if (performance.now() - storedAt > freshMs) {
        storedAt = performance.now()
        // What a running turn has done so far can be found as well.
        const stored = listed.map(({ threadId }) => threads.open(threadId)?.flush())
        if (stored.includes(true))
          reader.note()
      }
      return searchThreads(params, { reader, threads: listed, signal: last.signal })
    },
    previewMatch: ({ threadId, entryIndex, search }) =>
      reader.preview(threads.get(threadId).summary.threadId, { entryIndex, terms: searchTerms(search) }),
    findInThread: ({ threadId, text }) => {
      const thread = threads.get(threadId)
      thread.flush()
      const { firstIndex, entries } = thread.transcript
      return findInThread({
        entryCount: firstIndex + entries.length,
        readEntries: (before, limit) => thread.readEntries(before, limit),
      }, text)
    },
    findPlaceBefore: ({ threadId, kind, before }) => {
      const thread = threads.get(threadId)
      thread.flush()
      return findPlaceBefore({ readEntries: (end, limit) => thread.readEntries(end, limit) }, { kind, before })
    },
  }
}
