import type { TurnEndEvent } from './events'

/** Messages of turns that the end of Parley cut off. Logs contain them, so they don't change. */
export const interruptions = {
  closed: 'Parley was closed while the agent was working.',
  ended: 'Parley ended while the agent was working.',
} as const

/** Whether the end of Parley cut the turn off, which is neither the agent's fault nor the person's wish. */
export function wasInterrupted({ reason, message }: Pick<TurnEndEvent, 'reason' | 'message'>): boolean {
  return reason === 'error' && (message === interruptions.closed || message === interruptions.ended)
}
