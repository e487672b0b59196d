import type { TurnEndEvent } from '../../shared/thread/events'
import { HostError, messageOf } from '../../shared/errors'
import { detailsOf } from '../agents/agentErrors'

/** How a turn ends whose Parley does. */
export const closedMeanwhile = { reason: 'error', message: 'Parley was closed while the agent was working.' } as const

/**
 * How a turn ended whose prompt was answered by an error. After a cancel that is no failure: agents race, and some turn their own
 * abort into an error.
 */
export function turnEndOf(error: unknown, { isCancelling }: { isCancelling: boolean }): Omit<TurnEndEvent, 'type'> {
  if (isCancelling && !(error instanceof HostError && error.code === 'agent_exited'))
    return { reason: 'cancelled' }
  return { reason: 'error', message: messageOf(error), details: detailsOf(error) }
}
