import type { TurnEndEvent } from '../../../../shared/thread/events'
import { entryWords } from './words'

const { turnEnd: words } = entryWords

/** Why a turn ended, and how loudly to say it. */
export function turnEndLine({ reason, message }: Omit<TurnEndEvent, 'type'>): { words: string, tone: 'quiet' | 'warning' | 'error' } {
  switch (reason) {
    case 'end_turn': return { words: words.done, tone: 'quiet' }
    case 'cancelled': return { words: words.cancelled, tone: 'quiet' }
    case 'max_tokens': return { words: words.tokenLimit, tone: 'warning' }
    case 'max_turn_requests': return { words: words.requestLimit, tone: 'warning' }
    case 'refusal': return { words: words.refused, tone: 'warning' }
    case 'error': return { words: message ?? words.failed, tone: 'error' }
    default: return { words: words.other(reason), tone: 'warning' } // what an agent of another version sends
  }
}
