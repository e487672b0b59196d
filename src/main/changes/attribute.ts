import type { ChangedBy } from '../../shared/changes/change'
import type { TurnWitness } from './ledgerCalls'

/** Whose a change is: with a thread where it is that one's agent's. */
export interface Author {
  readonly by: ChangedBy
  readonly threadId?: string
  readonly promptId?: string
}

/** A change that was just seen. */
export interface SeenChange {
  /** Absolute. */
  readonly path: string
  /** Whether an editor of the person's has the file open, as its lock file beside it tells. Looked at only where it counts. */
  readonly isInEditor: () => boolean
  /** When it was last changed, in milliseconds since 1970; `undefined`: there is no such file. Looked at only where it counts. */
  readonly savedAt: () => number | undefined
}

/**
 * Whose a change is that nobody told of; the first that fits. Saved by an editor after every turn had ended: the person's. Named by a tool
 * call, and not changed since that ended: that agent's. While one thread alone runs commands: that one's. A file that an editor holds, or
 * while every turn waits for the person: the person's. While one turn runs: its agent's, not announced. While several do: unclear. While
 * none is open: outside.
 */
export function attribute({ path, isInEditor, savedAt }: SeenChange, witnesses: readonly TurnWitness[]): Author {
  if (witnesses.length === 0)
    return { by: 'outside' }
  const quietSince = Math.max(...witnesses.map(({ quietSince = Infinity }) => quietSince))
  if (quietSince < Infinity && isInEditor() && (savedAt() ?? 0) > quietSince)
    return { by: 'you' }
  const naming = witnesses.filter(({ named }) => isWithinCall(named.get(path), savedAt))
  if (naming.length > 0)
    return naming.length === 1 ? agentOf(naming[0]!, 'asked') : { by: 'unclear' }
  const commanding = witnesses.filter(({ runsCommand }) => runsCommand)
  if (commanding.length === 1)
    return agentOf(commanding[0]!, 'command')
  const working = witnesses.filter(({ isWaiting }) => !isWaiting)
  if (working.length === 0 || isInEditor())
    return { by: 'you' }
  return working.length === 1 ? agentOf(working[0]!, 'unannounced') : { by: 'unclear' }
}

/** However late it is seen: every change to a file moves this time on. */
function isWithinCall(until: number | undefined, savedAt: SeenChange['savedAt']): boolean {
  return until === Infinity || (until !== undefined && (savedAt() ?? Infinity) <= until)
}

function agentOf({ threadId, promptId }: TurnWitness, by: ChangedBy): Author {
  return { by, threadId, promptId }
}
