import type { Entry, Transcript } from '../../thread/transcript'
import type { ThreadSummary } from '../threadSummary'
import { z } from 'zod'
import { method } from '../method'

/** How many files lie in a scratch folder, links among them. */
export interface ScratchFiles {
  readonly files: number
  /** There are more. */
  readonly isCut: boolean
}

/** Methods about threads and their transcripts. */
export const threadMethods = {
  listThreads: method(z.object({})).returns<ThreadSummary[]>(),
  /** The end of a thread's transcript. Later events follow as `threadEvents`, until `leaveThread`. */
  openThread: method(z.object({ threadId: z.string() })).returns<Transcript>(),
  leaveThread: method(z.object({ threadId: z.string() })).returns<void>(),
  /** At most `limit` entries before index `before`, oldest first. */
  readEntries: method(z.object({ threadId: z.string(), before: z.number().int(), limit: z.number().int().min(1).max(500) })).returns<
    Entry[]
  >(),
  renameThread: method(z.object({ threadId: z.string(), title: z.string().min(1).max(200) })).returns<void>(),
  /** Where it stands in the list; what is absent stays as it is. */
  arrangeThread: method(z.object({ threadId: z.string(), isPinned: z.boolean().optional(), isArchived: z.boolean().optional() }))
    .returns<void>(),
  /**
   * Takes the thread out of every list and ends its agent session. It is deleted after `restorableMs`, or when Parley ends; until then
   * `restoreThread` brings it back as it was.
   */
  deleteThreadSoon: method(z.object({ threadId: z.string() })).returns<void>(),
  /** Rejects with `not_found` when it is deleted for good. */
  restoreThread: method(z.object({ threadId: z.string() })).returns<void>(),
  /**
   * Ends the thread's agent session and deletes its log at once. With `inAgent` the agent deletes the session first; if it fails, the
   * thread stays.
   */
  deleteThread: method(z.object({ threadId: z.string(), inAgent: z.boolean().optional() })).returns<void>(),
  /** The files that are deleted with the thread: those in its scratch folder. Absent where that is gone or was replaced. */
  countScratchFiles: method(z.object({ threadId: z.string() })).returns<ScratchFiles | undefined>(),
}
