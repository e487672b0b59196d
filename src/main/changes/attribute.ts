import type { ChangedBy } from '../../shared/changes/change'
import type { Author, Span, TurnEvidence } from './evidence'
import { clockGrainMs } from './scan/fileStamp'

/** Who is taken for the author of a change. */
export interface Attribution extends Author {
  /** When the agent's turn began, or the first that was open, in milliseconds since 1970. */
  readonly began?: number
}

/** A change that was just seen. */
interface SeenChange {
  /** Absolute. */
  readonly path: string
  /**
   * Whether the person has the file open in an editor that leaves a lock file beside it. Looked up only where it
   * counts.
   */
  readonly isInEditor: () => boolean
  /** Whether the person has text of it in Parley that is not on the disk, or had some a moment ago. */
  readonly isUnsaved: boolean
  /**
   * When it was last changed, in milliseconds since 1970; `undefined`: there is no such file. Looked up only where it
   * counts.
   */
  readonly savedAt: () => number | undefined
}

/**
 * Decides who made an unreported change. The first matching rule wins:
 * - No turn is open: outside.
 * - An editor saved the file after every turn had ended: the person.
 * - A tool call named it from before it was changed until after that: that call's agent.
 * - One thread alone runs commands, or did when it was changed: its agent.
 * - An editor has the file open, or every turn waited for the person: the person.
 * - One turn runs: its agent, unannounced. Several do: unclear.
 *
 * A name or a command proves nothing where there is a sign of another writer.
 */
export function attribute(change: SeenChange, turns: readonly TurnEvidence[]): Attribution {
  const author = findAuthor(change, turns)
  const own = turns.filter(({ threadId }) => threadId === author.threadId)
  const began = Math.min(...(own.length > 0 ? own : turns).map(({ began }) => began))
  return began === Infinity ? author : { ...author, began }
}

function findAuthor(change: SeenChange, turns: readonly TurnEvidence[]): Author {
  const { path, isInEditor, isUnsaved, savedAt } = change
  if (turns.length === 0)
    return { by: 'outside' }
  const quietSince = Math.max(...turns.map(({ quietSince = Infinity }) => quietSince))
  if (quietSince < Infinity && isInEditor() && (savedAt() ?? 0) > quietSince)
    return { by: 'you' }
  const naming = turns.filter(({ named }) => named.get(path)?.some(span => isIn(span, savedAt)))
  if (naming.length > 0)
    return naming.length > 1 || hasOtherWriter(change, turns) ? { by: 'unclear' } : byAgent(naming[0]!, 'asked')
  const commanding = turns.filter(turn => ranWhenChanged(turn, savedAt))
  if (commanding.length === 1) {
    const isAlone = turns.length === 1 && !isAfter(commanding[0]!, savedAt) && !hasOtherWriter(change, turns)
    return isAlone ? byAgent(commanding[0]!, 'command') : { by: 'unclear' }
  }
  // Where several ran one, any of them may have written it, whether it waits by now or not.
  if (commanding.length > 1)
    return { by: 'unclear' }
  const working = turns.filter(turn => !turn.isWaiting && !hadQuestion(turn, savedAt))
  if (working.length === 0 || isInEditor())
    return { by: 'you' }
  if (working.length > 1 || isUnsaved)
    return { by: 'unclear' }
  return byAgent(working[0]!, 'unannounced')
}

/**
 * Whether the person may have written it as well: in an editor, in Parley's own, or while an agent waited for an
 * answer.
 */
function hasOtherWriter({ isUnsaved, isInEditor, savedAt }: SeenChange, turns: readonly TurnEvidence[]): boolean {
  return isUnsaved || turns.some(turn => hadQuestion(turn, savedAt)) || isInEditor()
}

/** Whether the agent waited for the person when the file was changed; where that has no time, whether it does now. */
function hadQuestion({ questions }: TurnEvidence, savedAt: SeenChange['savedAt']): boolean {
  if (questions.length === 0)
    return false
  const at = savedAt()
  // What was changed in the very moment of an answer is the agent's: no one types that fast.
  return questions.some(({ from, to }) => at === undefined ? to === Infinity : at >= from && at <= to - clockGrainMs)
}

/** After its end and a moment longer, a program that the agent left running is not the only one that writes. */
function isAfter({ lateUntil = Infinity }: TurnEvidence, savedAt: SeenChange['savedAt']): boolean {
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
function ranWhenChanged({ commandUntil, began }: TurnEvidence, savedAt: SeenChange['savedAt']): boolean {
  return commandUntil === Infinity || (isBefore(commandUntil, savedAt) && (savedAt() ?? 0) >= began)
}

function byAgent({ threadId, promptId }: TurnEvidence, by: ChangedBy): Author {
  return { by, threadId, promptId }
}
