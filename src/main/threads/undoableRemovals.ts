import type { ThreadRemovals, ThreadRemovalsOptions } from './threadRemovals'
import { restorableMs } from '../../shared/contract/threadSummary'
import { HostError } from '../../shared/errors'
import { summaryOf } from './threadStatus'

/** The window offers Undo for `restorableMs` from when it hears of the deletion, and a click has its way to go. */
const spareMs = 1_000

/** What `UndoableRemovals` needs. */
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
 * Removals that the person can still undo. The store keeps them: one that Parley's end cuts short is carried out at the next start, so that
 * a deleted thread is either whole or gone.
 */
export class UndoableRemovals {
  readonly #options: UndoableRemovalsOptions
  readonly #waiting = new Map<string, Waiting>()
  /** It is decided what becomes of them, and their sessions still end: nobody may open or restore them now. */
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
      listener.onRestored(summaryOf(stored))
  }

  /** Carries out what an earlier Parley was told. */
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
