import type { HostHandlers } from '../../../shared/contract/contract'
import type { threadMethods } from '../../../shared/contract/methods/threadMethods'
import type { ThreadStore } from '../../store/threadStore'
import type { Threads } from '../../threads/threads'
import type { ScratchFolders } from '../../workspace/scratch/scratchFolders'
import type { Subscriber, Subscribers } from '../subscribers'

/** What `threadHandlers` needs of the host. */
interface ThreadHandlersOptions {
  readonly threads: Threads
  readonly store: ThreadStore
  readonly scratch: ScratchFolders
  readonly subscribers: Subscribers
}

/** Answers what is asked about threads and their transcripts, and notes which of them this renderer shows. */
export function threadHandlers(
  { threads, store, scratch, subscribers }: ThreadHandlersOptions,
  subscriber: Subscriber,
): Pick<HostHandlers, keyof typeof threadMethods> {
  return {
    listThreads: () => threads.list(),
    openThread: ({ threadId }) => {
      const thread = threads.get(threadId)
      thread.flush()
      subscriber.threads.add(threadId)
      if (subscribers.isLookedAt(threadId))
        thread.seen()
      return thread.transcript
    },
    leaveThread: ({ threadId }) => void subscriber.threads.delete(threadId),
    readEntries: ({ threadId, before, limit }) => threads.get(threadId).readEntries(before, limit),
    renameThread: ({ threadId, title }) => threads.update(threadId, { title, titleFrom: 'person' }),
    arrangeThread: ({ threadId, ...places }) => threads.update(threadId, places),
    deleteThreadSoon: ({ threadId }) => threads.removeSoon(threadId),
    restoreThread: ({ threadId }) => threads.restore(threadId),
    deleteThread: ({ threadId, inAgent }) => threads.remove(threadId, { inAgent }),
    countScratchFiles: async ({ threadId }) => {
      const pin = store.readThread(threadId)?.scratch
      return pin && scratch.count(pin)
    },
  }
}
