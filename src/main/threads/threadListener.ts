import type { ThreadSummary } from '../../shared/contract/threadSummary'
import type { ThreadEvent } from '../../shared/thread/events'

/** What threads report to the host. */
export interface ThreadListener {
  /** New events of a thread's log, in order. */
  onEvents(threadId: string, events: ThreadEvent[]): void
  /** What the list shows of a thread has changed. */
  onChange(summary: ThreadSummary): void
  /** The changes in its folders, or the decisions on them, are different now. */
  onFiles(threadId: string): void
  /** It is out of the list, and is removed unless the person restores it. What changes meanwhile is not listed. */
  onUnlisted(threadId: string): void
  onRestored(summary: ThreadSummary): void
  onRemoved(threadId: string): void
}
