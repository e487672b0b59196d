import type { TurnWitness } from '../../changes/ledgerCalls'
import type { OpenCalls } from './openCalls'

/** Changes within this time after a turn, or while its commands run, still count as the turn's. */
export const lateMs = 2_000

/** What is known of a turn. */
interface KnownOfTurn {
  readonly calls: OpenCalls
  /** When it ended, in milliseconds since 1970; `undefined` while it runs. */
  readonly endedAt: number | undefined
  /** One of its commands runs in a terminal. */
  readonly hasTerminal: boolean
  readonly isWaiting: boolean
  readonly questions: TurnWitness['questions'] & {}
  readonly unsaved: readonly string[]
}

/** What shows that a change is a turn's. */
export function evidence(known: KnownOfTurn): Omit<TurnWitness, 'threadId' | 'promptId'> {
  const { calls, endedAt, hasTerminal, isWaiting, questions, unsaved } = known
  const commandUntil = hasTerminal ? Infinity : calls.commandUntil
  const callsEnded = hasTerminal || endedAt === undefined ? undefined : calls.quietSince
  return {
    knownAt: Date.now(),
    named: calls.named,
    began: calls.began,
    ...commandUntil !== undefined && { commandUntil },
    ...questions.length > 0 && { questions },
    ...unsaved.length > 0 && { unsaved: new Set(unsaved) },
    ...endedAt !== undefined && { lateUntil: endedAt + lateMs },
    isWaiting: isWaiting && commandUntil !== Infinity,
    ...callsEnded !== undefined && endedAt !== undefined && { quietSince: Math.max(callsEnded, endedAt) },
  }
}
