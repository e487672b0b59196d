import type { Thread } from './thread'
import type { ThreadListener } from './threadListener'
import type { ThreadServices } from './threadServices'
import { removeStored } from './removeStored'
import { summaryOf } from './threadStatus'

/** What `ThreadRemovals` needs. */
export interface ThreadRemovalsOptions {
  readonly services: ThreadServices
  readonly listener: ThreadListener
  /** The threads open in memory; one that is deleted leaves them. */
  readonly open: Map<string, Thread>
}

/** The threads that are being deleted: each once, and out of every list from the first moment. */
export class ThreadRemovals {
  readonly #services: ThreadServices
  readonly #listener: ThreadListener
  readonly #open: Map<string, Thread>
  readonly #running = new Map<string, Promise<void>>()

  constructor({ services, listener, open }: ThreadRemovalsOptions) {
    this.#services = services
    this.#listener = listener
    this.#open = open
  }

  has(threadId: string): boolean {
    return this.#running.has(threadId)
  }

  /**
   * Ends the thread's session and deletes everything kept of it; `inAgent` also the agent's own, and first, so that nothing is lost when
   * the agent refuses.
   */
  async remove(threadId: string, { inAgent }: { inAgent: boolean }): Promise<void> {
    const running = this.#running.get(threadId) ?? this.#remove(threadId, inAgent).finally(() => this.#running.delete(threadId))
    this.#running.set(threadId, running)
    await running
  }

  /** Ends the thread's session; only the store knows it then. */
  async leave(threadId: string): Promise<void> {
    const thread = this.#open.get(threadId)
    this.#open.delete(threadId)
    await thread?.dispose({ reason: 'cancelled' })
  }

  /** Waits for those that have begun. */
  async settled(): Promise<void> {
    await Promise.all(this.#running.values())
  }

  async #remove(threadId: string, inAgent: boolean): Promise<void> {
    const { store, agentSessions } = this.#services
    const stored = store.readThread(threadId)
    if (inAgent && stored?.sessionId !== undefined) {
      await agentSessions
        .delete({ agentId: stored.agentId, folder: stored.folder, sessionId: stored.sessionId, before: () => this.leave(threadId) })
        .catch((error: unknown) => this.#stay(threadId, error))
    }
    await this.leave(threadId)
    await removeStored(stored ?? { threadId }, this.#services)
    this.#listener.onRemoved(threadId)
  }

  /** A thread that was to be deleted is still there, perhaps without its agent. */
  #stay(threadId: string, error: unknown): never {
    const stored = this.#open.has(threadId) ? undefined : this.#services.store.readThread(threadId)
    if (stored)
      this.#listener.onChange(summaryOf(stored))
    throw error
  }
}
