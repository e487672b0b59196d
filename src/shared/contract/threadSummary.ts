import type { ThreadActivity } from '../thread/threadActivity'

/** The title of a thread until its first prompt. */
export const newThreadTitle = 'New thread'

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
  /** The number of questions that wait for the person. */
  readonly waiting: number
}
