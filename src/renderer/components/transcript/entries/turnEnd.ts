import type { TurnEndEntry } from '../../../../shared/thread/transcript'
import { entryWords } from './words'

const { turnEnd: words } = entryWords

/** Why a turn ended, and how loudly to say it. */
export interface TurnEndLine {
  readonly words: string
  readonly tone: 'quiet' | 'warning' | 'error'
  readonly help?: string
  /** The agent's own words, where ours stand above them. */
  readonly said?: string | undefined
}

/** What to say at the end of a turn. */
export function turnEndLine({ at, end, isEmpty, fault }: TurnEndEntry): TurnEndLine {
  if (fault) {
    return {
      words: isEmpty ? `${words.empty}. ${words.fault[fault.kind]}` : words.fault[fault.kind],
      tone: end.reason === 'error' ? 'error' : 'warning',
      help: fault.waitMs === undefined ? words.help[fault.kind] : words.waitUntil(at, fault.waitMs),
      said: end.message,
    }
  }
  switch (end.reason) {
    case 'end_turn': return isEmpty ? { words: words.empty, tone: 'warning' } : { words: words.done, tone: 'quiet' }
    case 'cancelled': return { words: words.cancelled, tone: 'quiet' }
    case 'max_tokens': return { words: words.tokenLimit, tone: 'warning' }
    case 'max_turn_requests': return { words: words.requestLimit, tone: 'warning' }
    case 'refusal': return { words: words.refused, tone: 'warning' }
    case 'error': return { words: end.message ?? words.failed, tone: 'error' }
    default: return { words: words.other(end.reason), tone: 'warning' } // what an agent of another version sends
  }
}
