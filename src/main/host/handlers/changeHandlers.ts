import type { HostHandlers } from '../../../shared/contract/contract'
import type { changeMethods } from '../../../shared/contract/methods/changeMethods'
import type { HandlerServices } from '../handlerServices'

/** Handlers for changes and decisions about them. */
export function createChangeHandlers({ threads }: HandlerServices): Pick<HostHandlers, keyof typeof changeMethods> {
  return {
    listChanges: range => threads.get(range.threadId).review.list(range),
    readChange: change => threads.get(change.threadId).review.read(change),
    decideChanges: decision => threads.get(decision.threadId).review.decide(decision),
    previewReject: range => threads.get(range.threadId).review.previewReject(range),
    decideAllChanges: decision => threads.get(decision.threadId).review.decideAll(decision),
    readReviewProgress: ({ threadId }) => threads.get(threadId).review.progress,
    stopDeciding: ({ threadId }) => threads.get(threadId).review.stop(),
    undoDecision: decision => threads.get(decision.threadId).review.undoDecision(decision),
    undoReview: ({ threadId, ...act }) => threads.get(threadId).review.undo(act),
    previewRestore: ({ threadId, promptId }) => threads.get(threadId).review.previewRestore(promptId),
    restoreFiles: ({ threadId, promptId, files }) => threads.get(threadId).review.restore(promptId, files),
    reassignChange: claim => threads.get(claim.threadId).review.claim(claim),
  }
}
