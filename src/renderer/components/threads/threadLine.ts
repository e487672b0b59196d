import type { ThreadSummary } from '../../../shared/contract/contract'

/** How a thread stands, as its dot shows it. */
export type ThreadTone = 'waiting' | 'working' | 'ready' | 'bad' | 'quiet'

/** The dot's tone and the words under a thread's title. */
export function threadLine(thread: ThreadSummary, now: number): { tone: ThreadTone, words: string } {
  if (thread.waiting > 0)
    return { tone: 'waiting', words: 'waiting for you' }
  switch (thread.activity.state) {
    case 'asleep': return { tone: 'quiet', words: agoText(thread.updatedAt, now) }
    case 'starting': return { tone: 'working', words: 'starting' }
    case 'ready': return { tone: 'ready', words: agoText(thread.updatedAt, now) }
    case 'working': return { tone: 'working', words: 'working' }
    case 'cancelling': return { tone: 'working', words: 'stopping' }
    case 'command-changed': return { tone: 'waiting', words: 'waiting for you' }
    case 'stopped': return { tone: 'bad', words: 'stopped' }
    case 'sign-in': return { tone: 'waiting', words: 'needs sign-in' }
  }
}

/** How long ago, roughly: just now, 5 min ago, 3 h ago, yesterday, then the date. */
export function agoText(at: number, now: number): string {
  const minutes = Math.floor((now - at) / 60_000)
  if (minutes < 1)
    return 'just now'
  if (minutes < 60)
    return `${minutes} min ago`
  if (minutes < 12 * 60)
    return `${Math.floor(minutes / 60)} h ago`
  const days = dayNumber(now) - dayNumber(at)
  if (days === 0)
    return `${Math.floor(minutes / 60)} h ago`
  return days === 1 ? 'yesterday' : new Date(at).toLocaleDateString(undefined, { day: 'numeric', month: 'short' })
}

function dayNumber(at: number): number {
  const date = new Date(at)
  return Math.round(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000)
}
