import type { FileReview } from '../fileReview'
import type { ReviewGround } from '../reviewGround'
import { transferIn } from '../transferState'

/**
 * What was decided of a file and can be taken back, as `stateKey` makes them: the file without the agent and with nothing kept, where
 * something is; the file as it is with everything that was rejected, as far as it still fits.
 */
export function decidedOf(
  { thread }: ReviewGround,
  { path, origin, baseline, current, isPast, agent }: FileReview,
): { readonly kept?: string, readonly rejected?: string } {
  if (isPast || !agent)
    return {}
  const transfer = transferIn(thread.texts)
  let rejected = current
  for (const { expected, target } of thread.rejectionsOf(path)) {
    const made = transfer({ before: target, after: expected, onto: rejected })
    if (made.isWhole)
      rejected = made.state
  }
  return { ...origin !== baseline && { kept: origin }, ...rejected !== current && { rejected } }
}
