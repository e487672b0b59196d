import type { HostHandlers } from '../../../shared/contract/contract'
import type { draftMethods } from '../../../shared/contract/methods/draftMethods'
import type { ThreadStore } from '../../store/threadStore'
import type { Threads } from '../../threads/threads'

/** Keeps what the person has not sent yet. Both fail for a thread that is gone. */
export function draftHandlers(
  { threads, store }: { threads: Threads, store: ThreadStore },
): Pick<HostHandlers, keyof typeof draftMethods> {
  return {
    readDraft: ({ threadId }) => store.readDraft(threads.get(threadId).summary.threadId),
    saveDraft: ({ threadId, ...change }) => store.saveDraft(threads.get(threadId).summary.threadId, change),
  }
}
