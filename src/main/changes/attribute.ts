import type { ChangedBy } from '../../shared/changes/change'
import type { Span, TurnWitness } from './ledgerCalls'
import { clockGrainMs } from './see/seen'

/** Who made a change; with the thread and the prompt where the agent of a thread did. */
export interface Author {
  readonly by: ChangedBy
  readonly threadId?: string
  readonly promptId?: string
  /** When the agent's turn began, or the first that was open, in milliseconds since 1970. */
  readonly began?: number
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
 * every turn had ended: the person. A tool call named it from before it was changed until after that: that call's agent. One thread alone
 * runs commands, or did when it was changed: its agent. An editor has the file open, or every turn waited for the person: the person. One
 * turn runs: its agent, unannounced. Several do: unclear. A name or a command tells nothing where there is a sign of another writer.
 */
export function attribute(change: SeenChange, witnesses: readonly TurnWitness[]): Author {
  const author = authorOf(change, witnesses)
  const own = witnesses.filter(({ threadId }) => threadId === author.threadId)
  const began = Math.min(...(own.length > 0 ? own : witnesses).map(({ began = Infinity }) => began))
  return began === Infinity ? author : { ...author, began }
}

function authorOf(change: SeenChange, witnesses: readonly TurnWitness[]): Author {
  const { path, isInEditor, savedAt } = change
  if (witnesses.length === 0)
    return { by: 'outside' }
  const quietSince = Math.max(...witnesses.map(({ quietSince = Infinity }) => quietSince))
  if (quietSince < Infinity && isInEditor() && (savedAt() ?? 0) > quietSince)
    return { by: 'you' }
  const naming = witnesses.filter(({ named }) => named.get(path)?.some(span => isIn(span, savedAt)))
  if (naming.length > 0)
    return naming.length > 1 || hasOtherWriter(change, witnesses) ? { by: 'unclear' } : agentOf(naming[0]!, 'asked')
  const commanding = witnesses.filter(witness => ranWhenChanged(witness, savedAt))
  if (commanding.length === 1) {
    const isAlone = witnesses.length === 1 && !isAfter(commanding[0]!, savedAt) && !hasOtherWriter(change, witnesses)
    return isAlone ? agentOf(commanding[0]!, 'command') : { by: 'unclear' }
  }
  // Where several ran one, any of them may have written it, whether it waits by now or not.
  if (commanding.length > 1)
    return { by: 'unclear' }
  const working = witnesses.filter(witness => !witness.isWaiting && !hadQuestion(witness, savedAt))
  if (working.length === 0 || isInEditor())
    return { by: 'you' }
  if (working.length > 1 || working[0]!.unsaved?.has(path) === true)
    return { by: 'unclear' }
  return agentOf(working[0]!, 'unannounced')
}

/** Whether the person may have written it as well: in an editor, in Parley's own, or while an agent waited for an answer. */
function hasOtherWriter({ path, isInEditor, savedAt }: SeenChange, witnesses: readonly TurnWitness[]): boolean {
  return witnesses.some(witness => witness.unsaved?.has(path) === true || hadQuestion(witness, savedAt)) || isInEditor()
}

/** Whether the agent waited for the person when the file was changed; where that has no time, whether it does now. */
function hadQuestion({ questions = [] }: TurnWitness, savedAt: SeenChange['savedAt']): boolean {
  if (questions.length === 0)
    return false
  const at = savedAt()
  // What was changed in the very moment of an answer is the agent's: nobody types that fast.
  return questions.some(({ from, to }) => at === undefined ? to === Infinity : at >= from && at <= to - clockGrainMs)
}

/** After its end and a moment longer, a program that the agent left running is not the only one that writes. */
function isAfter({ lateUntil = Infinity }: TurnWitness, savedAt: SeenChange['savedAt']): boolean {
  return (savedAt() ?? Date.now()) > lateUntil
}

/** What was deleted has no time: it is as if that were now. */
function isIn({ from, to }: Span, savedAt: SeenChange['savedAt']): boolean {
  const at = savedAt()
  return at === undefined ? to === Infinity : at >= from - clockGrainMs && at <= to
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
