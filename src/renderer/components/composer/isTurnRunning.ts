import type { ThreadActivity } from '../../../shared/thread/threadActivity'

/** Whether the next message has to wait: the agent works, or starts in order to work. */
export function isTurnRunning(activity: ThreadActivity, turnOpen: boolean): boolean {
  return activity.state === 'working' || activity.state === 'cancelling' || (activity.state === 'starting' && turnOpen)
}
