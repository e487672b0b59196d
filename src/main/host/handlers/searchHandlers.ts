import type { HostHandlers } from '../../../shared/contract/contract'
import type { searchMethods } from '../../../shared/contract/methods/searchMethods'
import type { SearchReader } from '../../store/search/searchReader'
import type { Threads } from '../../threads/threads'
import { searchTerms } from '../../../shared/search/searchTerms'
import { findInThread } from '../../threads/search/findInThread'
import { searchThreads } from '../../threads/search/searchThreads'

/** Finds what was said and done. A renderer's next search ends the one before: nobody waits for that any more. */
export function searchHandlers(
  { threads, search: reader }: { threads: Threads, search: SearchReader },
): Pick<HostHandlers, keyof typeof searchMethods> {
  let last = new AbortController()
  return {
    searchThreads: (params) => {
      last.abort()
      last = new AbortController()
      return searchThreads(params, { reader, threads: threads.list(), signal: last.signal })
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
  }
}
