import type { Version } from './store/versionTable'
import { isByAgent } from '../../shared/changes/change'
import { forever } from './turnMarks'

/** Turns of a thread, and the mark at their end. */
interface ReviewedRange {
  readonly threadId: string
  readonly turns: readonly { readonly promptId: string }[]
  readonly last: number
}

/**
 * Returns the last version of a file to include in a review of some turns: the latest one, unless the agent changed the
 * file again in a later turn. Later changes by others don't need a separate review. `versions`: those of the path since
 * the start of the turns.
 */
export function findReviewEnd(versions: readonly Version[], { threadId, turns, last }: ReviewedRange): number {
  const isOfThread = (version: Version): boolean => isByAgent(version.author) && version.threadId === threadId
  // The person may have assigned a later change to this turn.
  const isOfTurns = ({ seq, promptId }: Version): boolean => seq <= last || turns.some(turn => turn.promptId === promptId)
  const agents = versions.filter(isOfThread)
  return agents.some(isOfTurns) && agents.every(isOfTurns) ? forever : last
}
