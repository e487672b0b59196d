import type { ThreadSummary } from '../../shared/contract/threadSummary'
import type { ThreadEvent } from '../../shared/thread/events'

/** Events that threads report to the host. */
export interface ThreadListener {
  /** New events of a thread's log, in order. */
  onEvents(threadId: string, events: ThreadEvent[]): void
  /** A thread's summary has changed. */
  onChange(summary: ThreadSummary): void
  /** The changes in its folders, or the decisions about them, differ. */
  onFiles(threadId: string): void
  /** The thread left the list and is deleted unless the person restores it. */
  onUnlisted(threadId: string): void
  onRestored(summary: ThreadSummary): void
  onRemoved(threadId: string): void
}
