import type { ChangedBy } from '../../shared/changes/change'
import type { TurnWitness } from './ledgerCalls'

/** Who made a change; with the thread and the prompt where the agent of a thread did. */
export interface Author {
  readonly by: ChangedBy
  readonly threadId?: string
  readonly promptId?: string
}

/** A change that was just seen. */
export interface SeenChange {
  /** Absolute. */
  readonly path: string
  /** Whether the person has the file open in an editor that leaves a lock file beside it. Looked up only where it counts. */
  readonly isInEditor: () => boolean
  /** When it was last changed, in milliseconds since 1970; `undefined`: there is no such file. Looked up only where it counts. */
  readonly savedAt: () => number | undefined
}

/**
 * Decides who made a change that nobody reported. The first rule that fits counts: no turn is open: outside. An editor saved the file after
 * every turn had ended: the person. A tool call named it, and it was not changed since that call ended: that call's agent. One thread alone
 * runs commands, or did when it was changed: its agent. An editor has the file open, or every turn waits for the person: the person. One
 * turn runs: its agent, unannounced. Several do: unclear.
 */
export function attribute({ path, isInEditor, savedAt }: SeenChange, witnesses: readonly TurnWitness[]): Author {
  if (witnesses.length === 0)
    return { by: 'outside' }
  const quietSince = Math.max(...witnesses.map(({ quietSince = Infinity }) => quietSince))
  if (quietSince < Infinity && isInEditor() && (savedAt() ?? 0) > quietSince)
    return { by: 'you' }
  const naming = witnesses.filter(({ named }) => isBefore(named.get(path), savedAt))
  if (naming.length > 0)
    return naming.length === 1 ? agentOf(naming[0]!, 'asked') : { by: 'unclear' }
  const commanding = witnesses.filter(witness => ranWhenChanged(witness, savedAt))
  if (commanding.length === 1)
    return agentOf(commanding[0]!, 'command')
  const working = witnesses.filter(({ isWaiting }) => !isWaiting)
  if (working.length === 0 || isInEditor())
    return { by: 'you' }
  return working.length === 1 ? agentOf(working[0]!, 'unannounced') : { by: 'unclear' }
}

/** However late it is seen: every change to a file moves this time on. */
function isBefore(until: number | undefined, savedAt: SeenChange['savedAt']): boolean {
  return until === Infinity || (until !== undefined && (savedAt() ?? Infinity) <= until)
}

/** A folder that is moved keeps the times of its files: they may be much older than the command. */
function ranWhenChanged({ commandUntil, began = 0 }: TurnWitness, savedAt: SeenChange['savedAt']): boolean {
  return commandUntil === Infinity || (isBefore(commandUntil, savedAt) && (savedAt() ?? 0) >= began)
}

function agentOf({ threadId, promptId }: TurnWitness, by: ChangedBy): Author {
  return { by, threadId, promptId }
}
