import type { Unread } from '../thread/news'
import type { ThreadActivity } from '../thread/threadActivity'

/** The title of a thread until its first prompt. */
export const newThreadTitle = 'New thread'

/** How long a deleted thread can be restored by the person, in milliseconds. */
export const restorableMs = 10_000

/** A thread as the list shows it. */
export interface ThreadSummary {
  readonly threadId: string
  readonly title: string
  readonly agentId: string
  readonly agentName: string
  readonly folder: string
  /** The folder is a scratch folder: Parley lends it to this thread alone, and deletes it with the thread. */
  readonly isScratch?: true
  /** Further folders that it may work in. */
  readonly additionalFolders: readonly string[]
  /** Milliseconds since 1970. */
  readonly createdAt: number
  readonly updatedAt: number
  /** Its place in the list, the highest first. Not a time, as clocks may be set back. */
  readonly rank: number
  readonly activity: ThreadActivity
  /** Queued messages wait until the person resumes. */
  readonly isQueuePaused?: true
  /** Absent once someone has looked at it. */
  readonly unread?: Unread
  /** The person keeps it on top of the list. */
  readonly isPinned?: true
  /** The person put it away, until they write in it again. */
  readonly isArchived?: true
  /** In how many files something waits for the person's decision, as was counted last; absent where in none. */
  readonly pendingChanges?: number
  /** The number of questions that wait for the person. */
  readonly waiting: number
}
