import type { ThreadSummary } from '../../../shared/contract/threadSummary'
import { formatAge } from '../../text/format'

/** How a thread stands, as its dot shows it. */
export type ThreadTone = 'waiting' | 'working' | 'ready' | 'bad' | 'quiet'

/** The dot's tone and the words under a thread's title. */
export function threadLine(thread: ThreadSummary, now: number): { tone: ThreadTone, words: string } {
  if (thread.waiting > 0)
    return { tone: 'waiting', words: 'waiting for you' }
  switch (thread.activity.state) {
    case 'asleep': return { tone: 'quiet', words: formatAge(thread.updatedAt, now) }
    case 'starting': return { tone: 'working', words: 'starting' }
    case 'ready': return { tone: 'ready', words: formatAge(thread.updatedAt, now) }
    case 'working': return { tone: 'working', words: 'working' }
    case 'cancelling': return { tone: 'working', words: 'stopping' }
    case 'command-changed': return { tone: 'waiting', words: 'waiting for you' }
    case 'stopped': return { tone: 'bad', words: 'stopped' }
    case 'sign-in': return { tone: 'waiting', words: 'needs sign-in' }
  }
}
