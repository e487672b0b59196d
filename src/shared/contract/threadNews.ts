import type { NewsKind } from '../thread/news'
import type { ThreadSummary } from './threadSummary'

/** The number of things in a thread that await the person: its questions, plus a held start or message. */
export function countWaiting({ waiting, activity }: Pick<ThreadSummary, 'waiting' | 'activity'>): number {
  switch (activity.state) {
    case 'command-changed':
    case 'choices-lost':
      return waiting + 1
    case 'sign-in':
      return activity.attempt && activity.attempt.failure === undefined ? waiting : waiting + 1
    case 'asleep':
    case 'starting':
    case 'ready':
    case 'working':
    case 'cancelling':
    case 'stopped':
      return waiting
  }
}

/** The news of a thread: that it awaits the person, or else how a turn ended out of view. */
export function getThreadNews(thread: Pick<ThreadSummary, 'waiting' | 'activity' | 'unread'>): NewsKind | undefined {
  if (countWaiting(thread) > 0)
    return 'waiting'
  return thread.unread === 'ended' || thread.unread === 'failed' ? thread.unread : undefined
}
