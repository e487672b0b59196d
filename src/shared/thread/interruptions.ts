import type { TurnEndEvent } from './events'

/** Messages of turns interrupted by Parley's exit. They must not change, because logs contain them. */
export const interruptions = {
  closed: 'Parley was closed while the agent was working.',
  ended: 'Parley ended while the agent was working.',
} as const

/** Whether Parley's exit interrupted the turn, which is neither the agent's fault nor the person's choice. */
export function wasInterrupted({ reason, message }: Pick<TurnEndEvent, 'reason' | 'message'>): boolean {
  return reason === 'error' && (message === interruptions.closed || message === interruptions.ended)
}
