import type { Version } from './store/versionTable'
import { isAgents } from '../../shared/changes/change'
import { forever } from './turnMarks'

/** Some turns of a thread, and the mark at their end. */
interface ReachingTurns {
  readonly threadId: string
  readonly turns: readonly { readonly promptId: string }[]
  readonly last: number
}

/**
 * The last version of one file that counts to some turns: the last one there is, unless the agent changed the file
 * again in a later turn. What others write after the turns is no reason to review more of them. `versions`: those of
 * the path since the turns began.
 */
export function turnReach(versions: readonly Version[], { threadId, turns, last }: ReachingTurns): number {
  const isOfThread = (version: Version): boolean => isAgents(version.author) && version.threadId === threadId
  // The person may have said of a later change that it was this turn's.
  const isOfTurns = ({ seq, promptId }: Version): boolean => seq <= last || turns.some(turn => turn.promptId === promptId)
  const agents = versions.filter(isOfThread)
  return agents.some(isOfTurns) && agents.every(isOfTurns) ? forever : last
}
