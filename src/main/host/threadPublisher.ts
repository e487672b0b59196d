import type { ThreadSummary } from '../../shared/contract/threadSummary'
import type { ThreadEvent } from '../../shared/thread/events'
import type { Buffers } from '../buffers/buffers'
import type { PathLists } from '../threads/mentions/pathLists'
import type { ThreadListener } from '../threads/threadListener'
import type { Attention } from './attention/attention'
import type { IdleThreads } from './idleThreads'
import type { Storage } from './storage'
import type { Subscribers } from './subscribers'
import { tryRealPath } from '../system/realPathOrItself'

interface ThreadPublisherOptions {
  readonly subscribers: Subscribers
  readonly idle: IdleThreads
  readonly attention: Attention
  readonly storage: Storage
  readonly pathLists: PathLists
  readonly buffers: Buffers
  /** Root of the scratch folders. */
  readonly scratchRoot: string
}

/** Publishes threads' events to renderers and dependent services. */
export class ThreadPublisher implements ThreadListener {
  readonly #options: ThreadPublisherOptions
  /** Threads that were removed from the list and whose sessions are ending. */
  readonly #unlisted = new Set<string>()

  constructor(options: ThreadPublisherOptions) {
    this.#options = options
  }

  onEvents(threadId: string, events: ThreadEvent[]): void {
    const { subscribers, pathLists, storage, buffers } = this.#options
    subscribers.emitThread({ threadId, events })
    if (events.some(({ type }) => type === 'turnEnd'))
      storage.noteEntries() // stored with the end of their turn
    if (!events.some(mayChangeFiles))
      return
    pathLists.filesChanged()
    buffers.checkSoon()
  }

  onChange(summary: ThreadSummary): void {
    const { subscribers, idle, attention } = this.#options
    idle.update(summary)
    if (this.#unlisted.has(summary.threadId))
      return
    attention.update(summary)
    subscribers.emitAll('threadChanged', summary)
  }

  onFiles(threadId: string): void {
    const { subscribers, buffers } = this.#options
    subscribers.emitAll('changesChanged', { threadId })
    buffers.checkSoon()
  }

  onUnlisted(threadId: string): void {
    const { subscribers, attention, pathLists } = this.#options
    this.#unlisted.add(threadId)
    pathLists.forget(threadId)
    attention.forget(threadId)
    subscribers.emitAll('threadRemoved', { threadId })
  }

  onRestored(summary: ThreadSummary): void {
    this.#unlisted.delete(summary.threadId)
    this.onChange(summary)
  }

  onRemoved(threadId: string): void {
    this.onUnlisted(threadId)
    this.#unlisted.delete(threadId)
    const { storage, buffers, scratchRoot } = this.#options
    buffers.forget(threadId, tryRealPath(scratchRoot))
    storage.sweep()
  }
}

/** Whether files may have changed: after a write, or the end of a command, tool call or turn. */
function mayChangeFiles(event: ThreadEvent): boolean {
  if (event.type !== 'update')
    return event.type === 'fileWrite' || event.type === 'terminalEnd' || event.type === 'turnEnd'
  const { update } = event
  return (update.sessionUpdate === 'tool_call' || update.sessionUpdate === 'tool_call_update')
    && (update.status === 'completed' || update.status === 'failed')
}
