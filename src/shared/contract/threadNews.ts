import type { NewsKind } from '../thread/news'
import type { ThreadSummary } from './threadSummary'

/** How much in a thread waits for the person: its questions, and a start or message that is held until they decide. */
export function waitingIn({ waiting, activity }: Pick<ThreadSummary, 'waiting' | 'activity'>): number {
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

/** The news of a thread as it is now: that it waits for the person, or else how its turn ended while no one looked. */
export function threadNews(thread: Pick<ThreadSummary, 'waiting' | 'activity' | 'unread'>): NewsKind | undefined {
  if (waitingIn(thread) > 0)
    return 'waiting'
  return thread.unread === 'ended' || thread.unread === 'failed' ? thread.unread : undefined
}
