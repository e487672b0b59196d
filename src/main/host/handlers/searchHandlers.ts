import type { HostHandlers } from '../../../shared/contract/contract'
import type { searchMethods } from '../../../shared/contract/methods/searchMethods'
import type { HandlerServices } from '../handlerServices'
import { parseSearch } from '../../../shared/search/searchTerms'
import { findInThread, findPlaceBefore } from '../../threads/search/findInThread'
import { searchThreads } from '../../threads/search/searchThreads'

/** Searches may miss the last second of running turns, because typing causes several searches a second. */
const freshMs = 1_000

/** Handlers for search. A renderer's next search aborts the previous one. */
export function createSearchHandlers({
  threads,
  search: reader,
}: HandlerServices): Pick<HostHandlers, keyof typeof searchMethods> {
  let last = new AbortController()
  let storedAt = -Infinity
  return {
    searchThreads: (params) => {
      last.abort()
      last = new AbortController()
      const listed = threads.list()
      if (performance.now() - storedAt > freshMs) {
        storedAt = performance.now()
        // Includes entries of running turns.
        const stored = listed.map(({ threadId }) => threads.open(threadId)?.flush())
        if (stored.includes(true))
          reader.onEntriesChanged()
      }
      return searchThreads(params, { reader, threads: listed, signal: last.signal })
    },
    previewMatch: ({ threadId, entryIndex, search }) =>
      reader.preview(threads.get(threadId).summary.threadId, { entryIndex, terms: parseSearch(search) }),
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
