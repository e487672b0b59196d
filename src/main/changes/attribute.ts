import type { ChangedBy } from '../../shared/changes/change'
import type { Author, Span, TurnEvidence } from './evidence'
import { clockGrainMs } from './scan/fileStamp'

/** The presumed author of a change. */
export interface Attribution extends Author {
  /** Start of that agent's turn, or of the first open one, in milliseconds since 1970. */
  readonly began?: number
}

/** A change found by a scan. */
interface SeenChange {
  /** Absolute. */
  readonly path: string
  /** Whether the file is open in an editor that leaves lock files. Evaluated only when needed. */
  readonly isInEditor: () => boolean
  /** Whether Parley's editor has, or a moment ago had, unsaved changes in the file. */
  readonly isUnsaved: boolean
  /** Time of the last change in milliseconds since 1970; `undefined` for a deleted file. Evaluated only when needed. */
  readonly savedAt: () => number | undefined
  /** Creation time of a file that was missing before or replaced another one, if known. */
  readonly createdAt?: number | undefined
}

/**
 * Decides who made an unreported change. `since`: turns that were open since the last scan. The first matching rule
 * wins:
 * - No turn was open: outside.
 * - An editor saved the file after every turn had ended: the person.
 * - A tool call named it from before it was changed until after that: that call's agent.
 * - One thread alone runs commands, or did when it was changed: its agent.
 * - An editor has the file open, or every turn waited for the person: the person.
 * - One turn runs: its agent, unannounced. Several do: unclear.
 *
 * A name or a command proves nothing where there is a sign of another writer.
 */
export function attribute(change: SeenChange, since: readonly TurnEvidence[]): Attribution {
  const turns = since.filter(turn => !isAfterTurn(turn, change))
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
  const naming = turns.filter(({ named }) => named.get(path)?.some(span => isIn(span, change)))
  if (naming.length > 0)
    return naming.length > 1 || hasOtherWriter(change, turns) ? { by: 'unclear' } : attributeToAgent(naming[0]!, 'asked')
  const commanding = turns.filter(turn => ranWhenChanged(turn, change))
  if (commanding.length === 1) {
    const isAlone = turns.length === 1 && !isAfterLate(commanding[0]!, savedAt) && !hasOtherWriter(change, turns)
    return isAlone ? attributeToAgent(commanding[0]!, 'command') : { by: 'unclear' }
  }
  // Any of several commands may have made the change, even if its agent is waiting by now.
  if (commanding.length > 1)
    return { by: 'unclear' }
  const working = turns.filter(turn => !turn.isWaiting && !hadQuestion(turn, change))
  if (working.length === 0 || isInEditor())
    return { by: 'you' }
  if (working.length > 1 || isUnsaved)
    return { by: 'unclear' }
  return attributeToAgent(working[0]!, 'unannounced')
}

/** Whether the person may have made the change: in an editor, in Parley, or while an agent waited for an answer. */
function hasOtherWriter(change: SeenChange, turns: readonly TurnEvidence[]): boolean {
  return change.isUnsaved || turns.some(turn => hadQuestion(turn, change)) || change.isInEditor()
}

/**
 * Whether the agent waited for an answer when the file changed, or since it was created. A deletion has no time and
 * counts as made now.
 */
function hadQuestion({ questions }: TurnEvidence, { savedAt, createdAt }: SeenChange): boolean {
  if (questions.length === 0)
    return false
  const at = savedAt()
  // A change at the moment of the answer is the agent's: people don't type that fast.
  return questions.some(({ from, to }) =>
    at === undefined ? to === Infinity : at >= from && (createdAt ?? at) <= to - clockGrainMs)
}

/** A scan may begin long after the turn whose changes it finds. A deletion has no time and counts as made now. */
function isAfterTurn({ overSince }: TurnEvidence, { savedAt }: SeenChange): boolean {
  return overSince !== undefined && (savedAt() ?? Infinity) > overSince
}

/** A moment after the end of a turn, a program that it left running is no longer the only possible writer. */
function isAfterLate({ lateUntil = Infinity }: TurnEvidence, savedAt: SeenChange['savedAt']): boolean {
  return (savedAt() ?? Date.now()) > lateUntil
}

/**
 * Whether the change was made during a period and, if the file is a new one, the file was created in it. A deletion has
 * no time and counts as made now.
 */
function isIn({ from, to }: Span, { savedAt, createdAt }: SeenChange): boolean {
  const at = savedAt()
  return at === undefined ? to === Infinity : (createdAt ?? at) >= from - clockGrainMs && at <= to
}

/** Reliable even if the change is found late, because every write updates this time. */
function isBefore(until: number | undefined, savedAt: SeenChange['savedAt']): boolean {
  return until === Infinity || (until !== undefined && (savedAt() ?? Infinity) <= until)
}

/** Files of a moved folder keep their times, which may be much older than the command. */
function ranWhenChanged({ commandUntil, began }: TurnEvidence, { savedAt, createdAt }: SeenChange): boolean {
  return commandUntil === Infinity || (isBefore(commandUntil, savedAt) && (createdAt ?? savedAt() ?? 0) >= began)
}

function attributeToAgent({ threadId, promptId }: TurnEvidence, by: ChangedBy): Author {
  return { by, threadId, promptId }
}
