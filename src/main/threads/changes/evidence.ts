import type { TurnWitness } from '../../changes/ledgerCalls'
import type { OpenCalls } from './openCalls'

/** What is known of a turn. */
interface KnownOfTurn {
  readonly calls: OpenCalls
  /** When it ended, in milliseconds since 1970; `undefined` while it runs. */
  readonly endedAt: number | undefined
  /** One of its commands runs in a terminal. */
  readonly hasTerminal: boolean
  readonly isWaiting: boolean
}

/** What shows that a change is a turn's. */
export function evidence({ calls, endedAt, hasTerminal, isWaiting }: KnownOfTurn): Omit<TurnWitness, 'threadId' | 'promptId'> {
  const commandUntil = hasTerminal ? Infinity : calls.commandUntil
  const callsEnded = hasTerminal || endedAt === undefined ? undefined : calls.quietSince
  return {
    knownAt: Date.now(),
    named: calls.named,
    ...commandUntil !== undefined && { commandUntil, began: calls.began },
    isWaiting: isWaiting && commandUntil !== Infinity,
    ...callsEnded !== undefined && endedAt !== undefined && { quietSince: Math.max(callsEnded, endedAt) },
  }
}
