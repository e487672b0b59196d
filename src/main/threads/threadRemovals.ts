import type { StoredThread } from '../store/tables/threadTable'
import type { Thread } from './thread'
import type { ThreadListener } from './threadListener'
import type { ThreadServices } from './threadServices'
import { restorableMs } from '../../shared/contract/threadSummary'
import { HostError } from '../../shared/errors'
import { realPathOrItself } from '../system/realPathOrItself'
import { toSummary } from './threadStatus'

interface ThreadRemovalsOptions {
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
   * Ends the thread's session and deletes everything kept of it; `inAgent` also the agent's own, and first, so that
   * nothing is lost when the agent refuses.
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
      this.#listener.onChange(toSummary(stored))
    throw error
  }
}

/**
 * Deletes what is kept of a thread that has ended, its scratch folder with it. That is taken out of reach first: once
 * the thread is gone, nothing says any more whose it was.
 */
async function removeStored(
  { threadId, scratch, ...place }: Pick<StoredThread, 'threadId'> & Partial<StoredThread>,
  services: Pick<ThreadServices, 'store' | 'answers' | 'scratch' | 'attachments' | 'ledgers' | 'writes' | 'report'>,
): Promise<void> {
  const { store, answers, attachments, ledgers, writes, report } = services
  const { folder, additionalFolders = [] } = place
  const recorded = folder === undefined ? [] : [folder, ...additionalFolders].map(realPathOrItself)
  const erase = scratch && await services.scratch.setAside(scratch)
  store.removeThread(threadId)
  answers.forget(threadId)
  writes.forget(threadId) // at once: what waits for the disk would be tried again, for a thread that is gone
  await attachments.removeThread(threadId)
  for (const folder of recorded)
    await ledgers.of(folder).forget({ threadId }).catch(error => report(error, 'deleting what was recorded of a thread\'s changes'))
  await erase?.().catch(error => report(error, 'deleting a scratch folder')) // the next start tries again
}

/** The window offers Undo for `restorableMs` from when it hears of the deletion, and a click has its way to go. */
const spareMs = 1_000

interface UndoableRemovalsOptions extends Omit<ThreadRemovalsOptions, 'open'> {
  readonly removals: ThreadRemovals
  /** How long each waits. */
  readonly forMs?: number | undefined
}

/** A removal that waits for its time. */
interface Waiting {
  readonly timer: NodeJS.Timeout
  /** The thread's session has ended. */
  readonly left: Promise<void>
}

/**
 * Removals that the person can still undo. The store keeps them: one that Parley's end cuts short is carried out at the
 * next start, so that a deleted thread is either whole or gone.
 */
export class UndoableRemovals {
  readonly #options: UndoableRemovalsOptions
  readonly #waiting = new Map<string, Waiting>()
  /** It is decided what becomes of them, and their sessions still end: no one may open or restore them now. */
  readonly #settling = new Set<string>()

  constructor(options: UndoableRemovalsOptions) {
    this.#options = options
  }

  has(threadId: string): boolean {
    return this.#waiting.has(threadId) || this.#settling.has(threadId)
  }

  /** The thread is out of every list, its session ends, and it is removed after a while. */
  begin(threadId: string): void {
    const { services, listener, removals, forMs = restorableMs + spareMs } = this.#options
    if (this.has(threadId) || removals.has(threadId))
      return
    services.store.updateThread(threadId, { deletedAt: Date.now() })
    const timer = setTimeout(() => this.#carryOut(threadId).catch(this.#onFailed), forMs).unref()
    const left = removals.leave(threadId).catch(error => services.report(error, 'ending the session of a deleted thread'))
    this.#waiting.set(threadId, { timer, left })
    listener.onUnlisted(threadId)
  }

  /** Brings the thread back as it was, without its session. */
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
      this.#carryOut(threadId).catch(this.#onFailed)
  }

  /** Carries out all removals that still wait: they can no longer be undone. */
  async dispose(): Promise<void> {
    await Promise.all([...this.#waiting.keys()].map(threadId => this.#carryOut(threadId).catch(this.#onFailed)))
  }

  /** One that fails stays in the store, and is tried again at the next start. */
  async #carryOut(threadId: string): Promise<void> {
    await this.#settle(threadId)
    try {
      await this.#options.removals.remove(threadId, { inAgent: false })
    }
    finally {
      this.#settling.delete(threadId)
    }
  }

  readonly #onFailed = (error: unknown): void => this.#options.services.report(error, 'removing a deleted thread')

  /** It waits no longer. What the end of its session still stores is stored when this resolves. */
  async #settle(threadId: string): Promise<void> {
    const waiting = this.#waiting.get(threadId)
    clearTimeout(waiting?.timer)
    this.#waiting.delete(threadId)
    this.#settling.add(threadId)
    await waiting?.left
  }
}
