/** What a person is told of a thread that they do not look at; each kind can be switched off. */
export type NewsKind = 'waiting' | 'failed' | 'ended'

/** How news begin, in a notification and in a toast; the thread's title follows. */
export const newsWords: Readonly<Record<NewsKind, string>> = {
  waiting: 'Waiting for you',
  failed: 'Stopped before it was done',
  ended: 'Finished',
}

/** What happened in a thread since someone last looked at it. `said`: its agent wrote something outside a turn. */
export type Unread = 'ended' | 'failed' | 'said' | 'interrupted'
