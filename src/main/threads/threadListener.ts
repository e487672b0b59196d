import type { ThreadSummary } from '../../shared/contract/threadSummary'
import type { ThreadEvent } from '../../shared/thread/events'

/** Events that threads report to the host. */
export interface ThreadListener {
  /** Called with new events of a thread's log, in order. */
  onEvents(threadId: string, events: ThreadEvent[]): void
  /** Called when a thread's summary has changed. */
  onChange(summary: ThreadSummary): void
  /** Called when the changes in its folders, or the decisions about them, are updated. */
  onFiles(threadId: string): void
  /** Called when a thread is removed from the list, to be deleted unless the person restores it. */
  onUnlisted(threadId: string): void
  onRestored(summary: ThreadSummary): void
  onRemoved(threadId: string): void
}
