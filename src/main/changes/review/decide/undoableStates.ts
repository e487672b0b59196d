import type { FileReview } from '../fileReview'
import type { ReviewContext } from '../reviewContext'
import { transferIn } from '../transferState'

/**
 * What was decided about a file and can be undone, as states that `stateKey` makes. `kept`, where something was:
 * the file without the agent and with nothing kept. `rejected`, where something was: the file with everything that was
 * rejected in it again, as far as it fits.
 */
export function undoableStates(
  { thread }: ReviewContext,
  { path, origin, baseline, current, isPast, agent }: FileReview,
): { readonly kept?: string, readonly rejected?: string } {
  if (isPast || !agent)
    return {}
  const transfer = transferIn(thread.texts)
  let rejected = current
  for (const { expected, target } of thread.rejectionsFor(path)) {
    const made = transfer({ before: target, after: expected, onto: rejected })
    if (made.isWhole)
      rejected = made.state
  }
  return { ...origin !== baseline && { kept: origin }, ...rejected !== current && { rejected } }
}
