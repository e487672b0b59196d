import type { Unread } from '../thread/news'
import type { ThreadActivity } from '../thread/threadActivity'

/** The title of a thread before its first prompt. */
export const newThreadTitle = 'New thread'

/** How long a deletion can be undone, in milliseconds. */
export const restorableMs = 10_000

/** A thread in the thread list. */
export interface ThreadSummary {
  readonly threadId: string
  readonly title: string
  readonly agentId: string
  readonly agentName: string
  readonly folder: string
  /** Set if `folder` is a scratch folder: Parley created it for this thread and deletes it with the thread. */
  readonly isScratch?: true
  /** Where its agent runs, if on another machine: the host, and the folder there if its files are there. */
  readonly elsewhere?: { readonly host: string, readonly folder?: string }
  /** Additional workspace folders. */
  readonly additionalFolders: readonly string[]
  /** Milliseconds since 1970. */
  readonly createdAt: number
  readonly updatedAt: number
  /** Sort key of the list, highest first. Not a timestamp, because clocks can be set back. */
  readonly rank: number
  readonly activity: ThreadActivity
  /** Whether queued messages wait until the person resumes the queue. */
  readonly isQueuePaused?: true
  /** Absent once a person has viewed the thread. */
  readonly unread?: Unread
  /** Pinned to the top of the list. */
  readonly isPinned?: true
  /** Archived until the person writes in the thread again. */
  readonly isArchived?: true
  /** Number of files with pending changes at the last count; absent if none. */
  readonly pendingChanges?: number
  /** The number of unanswered questions. */
  readonly waiting: number
}
