import type { StoredThread } from '../store/tables/threadTable'
import type { Thread } from './thread'
import type { ThreadListener } from './threadListener'
import type { ThreadServices } from './threadServices'
import { restorableMs } from '../../shared/contract/threadSummary'
import { HostError } from '../../shared/errors'
import { tryRealPath } from '../system/realPathOrItself'
import { toSummary } from './threadStatus'

interface ThreadRemovalsOptions {
  readonly services: ThreadServices
  readonly listener: ThreadListener
  /** Open threads, from which a deleted one is removed. */
  readonly open: Map<string, Thread>
}

/** Deletes threads, each once, and removes them from all lists. */
export class ThreadRemovals {
  readonly #options: ThreadRemovalsOptions
  readonly #running = new Map<string, Promise<void>>()

  constructor(options: ThreadRemovalsOptions) {
    this.#options = options
  }

  has(threadId: string): boolean {
    return this.#running.has(threadId)
  }

  /**
   * Ends the thread's session and deletes all of its data. `inAgent`: first deletes the agent's session, so that
   * nothing is lost if the agent refuses.
   */
  async remove(threadId: string, { inAgent }: { inAgent: boolean }): Promise<void> {
    const running = this.#running.get(threadId)
      ?? this.#remove(threadId, inAgent).finally(() => this.#running.delete(threadId))
    this.#running.set(threadId, running)
    await running
  }

  /** Ends the thread's session and closes the thread. */
  async close(threadId: string): Promise<void> {
    const thread = this.#options.open.get(threadId)
    this.#options.open.delete(threadId)
    await thread?.dispose({ reason: 'cancelled' })
  }

  /** Waits for running deletions. */
  async settled(): Promise<void> {
    await Promise.all(this.#running.values())
  }

  async #remove(threadId: string, inAgent: boolean): Promise<void> {
    const { store, agentSessions } = this.#options.services
    const stored = store.readThread(threadId)
    if (!stored && !this.#options.open.has(threadId))
      return // deleted already, or not an id, which must not name a folder to delete
    if (inAgent && stored?.sessionId !== undefined) {
      await agentSessions
        .delete({
          agentId: stored.agentId,
          folder: stored.elsewhere?.folder ?? stored.folder,
          sessionId: stored.sessionId,
          before: () => this.close(threadId),
        })
        .catch((error: unknown) => this.#keepThread(threadId, error))
    }
    await this.close(threadId)
    await removeStored(stored ?? { threadId }, this.#options.services)
    this.#options.listener.onRemoved(threadId)
  }

  /** Lists a thread again after its deletion failed. Its agent may be gone. */
  #keepThread(threadId: string, error: unknown): never {
    const stored = this.#options.open.has(threadId) ? undefined : this.#options.services.store.readThread(threadId)
    if (stored)
      this.#options.listener.onChange(toSummary(stored))
    throw error
  }
}

/**
 * Deletes a closed thread's data and scratch folder. Moves the folder away first, because nothing records its owner
 * once the thread is deleted.
 */
async function removeStored(
  { threadId, scratch, ...place }: Pick<StoredThread, 'threadId'> & Partial<StoredThread>,
  services: Pick<
    ThreadServices,
    'store' | 'answers' | 'scratch' | 'attachments' | 'ownTerminals' | 'ledgers' | 'writes' | 'report'
  >,
): Promise<void> {
  const { store, answers, attachments, ledgers, writes, report } = services
  const { folder, additionalFolders = [] } = place
  const recorded = folder === undefined ? [] : [folder, ...additionalFolders].map(tryRealPath)
  if (scratch && folder !== undefined)
    await services.ownTerminals.closeFolder(folder)
  const erase = scratch && await services.scratch.setAside(scratch)
  store.removeThread(threadId)
  answers.forget(threadId)
  writes.forget(threadId) // immediately: pending writes would be retried for a deleted thread
  await attachments.removeThread(threadId)
  for (const folder of recorded) {
    await ledgers.of(folder)
      .forget({ threadId })
      .catch(error => report(error, 'deleting what was recorded of a thread\'s changes'))
  }
  await erase?.().catch(error => report(error, 'deleting a scratch folder')) // the next start tries again
}

/** Windows offer Undo for `restorableMs`. This adds time for message delays. */
const graceMs = 1_000

interface UndoableRemovalsOptions extends Omit<ThreadRemovalsOptions, 'open'> {
  readonly removals: ThreadRemovals
  /** Delay of each removal. */
  readonly forMs?: number | undefined
}

/** A pending removal. */
interface Waiting {
  readonly timer: NodeJS.Timeout
  /** Resolves when the thread's session has ended. */
  readonly whenClosed: Promise<void>
}

/**
 * Removals that can still be undone. They are stored, and the next start carries out unfinished ones, so that a
 * deleted thread is either complete or gone.
 */
export class UndoableRemovals {
  readonly #options: UndoableRemovalsOptions
  readonly #waiting = new Map<string, Waiting>()
  /** Final removals whose sessions are still closing. These threads can be neither opened nor restored. */
  readonly #settling = new Set<string>()

  constructor(options: UndoableRemovalsOptions) {
    this.#options = options
  }

  has(threadId: string): boolean {
    return this.#waiting.has(threadId) || this.#settling.has(threadId)
  }

  /** Removes the thread from all lists, ends its session, and deletes it after a delay. */
  begin(threadId: string): void {
    const { services, listener, removals, forMs = restorableMs + graceMs } = this.#options
    if (this.has(threadId) || removals.has(threadId))
      return
    services.store.updateThread(threadId, { deletedAt: Date.now() })
    const timer = setTimeout(() => this.#complete(threadId).catch(this.#onFailed), forMs).unref()
    const whenClosed = removals
      .close(threadId)
      .catch(error => services.report(error, 'ending the session of a deleted thread'))
    this.#waiting.set(threadId, { timer, whenClosed })
    listener.onUnlisted(threadId)
  }

  /** Restores the thread, without its session. */
  async undo(threadId: string): Promise<void> {
    if (!this.#waiting.has(threadId))
      throw new HostError('not_found', 'It is deleted for good.')
    const { services, listener } = this.#options
    services.store.updateThread(threadId, { deletedAt: undefined })
    await this.#settle(threadId)
    this.#settling.delete(threadId)
    const stored = services.store.readThread(threadId)
    if (stored)
      listener.onRestored(toSummary(stored))
  }

  /** Resumes the deletions of a previous run. */
  resume(): void {
    for (const { threadId } of this.#options.services.store.listThreads('deleted'))
      this.#complete(threadId).catch(this.#onFailed)
  }

  /** Completes all pending removals, which then can't be undone. */
  async dispose(): Promise<void> {
    await Promise.all([...this.#waiting.keys()].map(threadId => this.#complete(threadId).catch(this.#onFailed)))
  }

  /** Completes a removal. A failed one stays stored and is retried at the next start. */
  async #complete(threadId: string): Promise<void> {
    await this.#settle(threadId)
    try {
      await this.#options.removals.remove(threadId, { inAgent: false })
    }
    finally {
      this.#settling.delete(threadId)
    }
  }

  readonly #onFailed = (error: unknown): void => this.#options.services.report(error, 'removing a deleted thread')

  /** Makes a removal final. Resolves when the end of the session is stored. */
  async #settle(threadId: string): Promise<void> {
    const waiting = this.#waiting.get(threadId)
    clearTimeout(waiting?.timer)
    this.#waiting.delete(threadId)
    this.#settling.add(threadId)
    await waiting?.whenClosed
  }
}
