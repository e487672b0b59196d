import type { TurnEndEvent } from '../../../../shared/thread/events'

/** Why a turn ended, in words; `isQuiet` where nothing needs to be said loudly. */
export function turnEndWords({ reason, message }: Omit<TurnEndEvent, 'type'>): { words: string, tone: 'quiet' | 'warning' | 'error' } {
  switch (reason) {
    case 'end_turn':
      return { words: 'Done', tone: 'quiet' }
    case 'cancelled':
      return { words: 'Cancelled', tone: 'quiet' }
    case 'max_tokens':
      return { words: 'The answer reached the model’s token limit and was cut off', tone: 'warning' }
    case 'max_turn_requests':
      return { words: 'The agent reached its limit of model requests for one turn', tone: 'warning' }
    case 'refusal':
      return { words: 'The agent refused; this prompt and all after it are dropped from its memory', tone: 'warning' }
    case 'error':
      return { words: message ?? 'The turn failed', tone: 'error' }
    default:
      return { words: `The turn ended: ${reason}`, tone: 'warning' }
  }
}
