/** Reasons to notify the person about a thread out of view. Each kind can be disabled. */
export type NewsKind = 'waiting' | 'failed' | 'ended'

/** The text before the thread's title in notifications and toasts. */
export const newsLabels: Readonly<Record<NewsKind, string>> = {
  waiting: 'Waiting for you',
  failed: 'Stopped before it was done',
  ended: 'Finished',
}

/** What happened in a thread since a person last viewed it. `said`: its agent wrote something outside a turn. */
export type Unread = 'ended' | 'failed' | 'said' | 'interrupted'
