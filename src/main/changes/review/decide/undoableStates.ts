import type { FileReview } from '../fileReview'
import type { ReviewContext } from '../reviewContext'
import { createTransfer } from '../transferState'

/**
 * Undoable decisions about a file, as state keys. `kept`: the baseline without kept changes. `rejected`: the file with
 * all rejected changes reapplied, as far as possible. Absent if there are none.
 */
export function computeUndoableStates(
  { thread }: ReviewContext,
  { path, origin, baseline, current, isPast, agent }: FileReview,
): { readonly kept?: string, readonly rejected?: string } {
  if (isPast || !agent)
    return {}
  const transfer = createTransfer(thread.texts)
  let rejected = current
  for (const { expected, target } of thread.rejectionsFor(path)) {
    const made = transfer({ before: target, after: expected, onto: rejected })
    if (made.isWhole)
      rejected = made.state
  }
  return { ...origin !== baseline && { kept: origin }, ...rejected !== current && { rejected } }
}
