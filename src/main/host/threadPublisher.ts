import type { ThreadSummary } from '../../shared/contract/threadSummary'
import type { ThreadEvent } from '../../shared/thread/events'
import type { IdleThreads } from '../threads/idleThreads'
import type { ThreadListener } from '../threads/threadListener'
import type { Attention } from './attention'
import type { Storage } from './storage'
import type { Subscribers } from './subscribers'

/** What a `ThreadPublisher` needs. */
export interface ThreadPublisherOptions {
  readonly subscribers: Subscribers
  readonly idle: IdleThreads
  readonly attention: Attention
  readonly storage: Storage
}

/** Passes on what threads report to the renderers, and to the parts of the host that depend on it. */
export class ThreadPublisher implements ThreadListener {
  readonly #options: ThreadPublisherOptions

  constructor(options: ThreadPublisherOptions) {
    this.#options = options
  }

  onEvents(threadId: string, events: ThreadEvent[]): void {
    this.#options.subscribers.emitThread({ threadId, events })
  }

  onChange(summary: ThreadSummary): void {
    const { subscribers, idle, attention } = this.#options
    idle.update(summary)
    attention.update(summary)
    subscribers.emitAll('threadChanged', summary)
  }

  onRemoved(threadId: string): void {
    const { subscribers, storage } = this.#options
    subscribers.emitAll('threadRemoved', { threadId })
    storage.sweep()
  }
}
