import type { ThreadSummary } from '../../shared/contract/threadSummary'
import type { TrustedCommand } from '../../shared/thread/trustedCommand'
import type { StoredThread } from '../store/tables/threadTable'
import type { ThreadListener } from './threadListener'
import type { ThreadServices } from './threadServices'
import { HostError } from '../../shared/errors'
import { Thread } from './thread'
import { ThreadRemovals, UndoableRemovals } from './threadRemovals'
import { type PersonPatch, toSummary } from './threadStatus'

/** All threads: open ones in memory, and others in the store. */
export class Threads {
  readonly #services: ThreadServices
  readonly #listener: ThreadListener
  readonly #open = new Map<string, Thread>()
  readonly #removals: ThreadRemovals
  readonly #undoable: UndoableRemovals
  #isDisposed = false

  constructor({ services, listener, restorableMs }: {
    services: ThreadServices
    listener: ThreadListener
    restorableMs?: number | undefined
  }) {
    this.#services = services
    this.#listener = listener
    this.#removals = new ThreadRemovals({ services, listener, open: this.#open })
    this.#undoable = new UndoableRemovals({ services, listener, removals: this.#removals, forMs: restorableMs })
  }

  list(): ThreadSummary[] {
    return this.#services.store
      .listThreads()
      .filter(({ threadId }) => !this.#isBeingRemoved(threadId))
      .map(stored => this.#open.get(stored.threadId)?.summary ?? toSummary(stored))
  }

  /** Opens a thread that `create` stores. Throws `closed` and stores nothing if Parley is closing. */
  add(create: () => StoredThread): Thread {
    this.#assertOpen()
    const thread = this.#openThread(create())
    this.#listener.onChange(thread.summary)
    return thread
  }

  /** Finds the thread that has this session of an agent. */
  findBySession(session: { readonly agentId: string, readonly sessionId: string }): Thread | undefined {
    this.#assertOpen()
    const stored = this.#services.store
      .listThreads()
      .find(({ agentId, sessionId }) => agentId === session.agentId && sessionId === session.sessionId)
    return stored && !this.#isBeingRemoved(stored.threadId) ? this.get(stored.threadId) : undefined
  }

  /** Signs the thread's agent in. Retries other threads of the agent that wait for a sign-in. */
  async signIn(threadId: string, methodId: string, how?: { isNewProcess: boolean }): Promise<void> {
    const thread = this.get(threadId)
    if (!await thread.signIn.run(methodId, how))
      return
    for (const other of this.#open.values()) {
      if (other !== thread && other.summary.agentId === thread.summary.agentId)
        other.signIn.retry().catch(() => undefined) // that thread shows the error
    }
  }

  /** Trusts a thread's command. Other threads that wait for the same one start too. */
  trustCommand(threadId: string, command: TrustedCommand): void {
    this.get(threadId).gate.trust(command)
    this.recheckCommands()
  }

  /** Rechecks the commands of threads that wait for trust. */
  recheckCommands(): void {
    for (const thread of this.#open.values())
      thread.gate.recheck()
  }

  /** Answers pending questions that the current rules decide. */
  async reevaluateQuestions(): Promise<void> {
    await Promise.all([...this.#open.values()].map(thread => thread.reevaluate()))
  }

  /** Excludes time during which the machine slept. */
  clockJumped(byMs: number): void {
    for (const thread of this.#open.values())
      thread.clockJumped(byMs)
  }

  /** Shuts down these threads' idle agents, except those that can't be resumed. */
  sleep(threadIds: readonly string[]): void {
    for (const threadId of threadIds)
      this.#open.get(threadId)?.sleep().catch(error => this.#services.report(error, 'shutting an idle agent down'))
  }

  /** Returns the thread if it is open. */
  open(threadId: string): Thread | undefined {
    return this.#open.get(threadId)
  }

  /** Returns the thread, opened if necessary. */
  get(threadId: string): Thread {
    const open = this.#open.get(threadId)
    if (open)
      return open
    this.#assertOpen()
    return this.#openThread(this.#read(threadId))
  }

  /** Applies the person's changes without opening the thread. */
  update(threadId: string, patch: PersonPatch): void {
    const open = this.#open.get(threadId)
    if (open)
      return open.update(patch)
    this.#read(threadId)
    this.#listener.onChange(toSummary(this.#services.store.updateThread(threadId, patch)))
  }

  /**
   * Ends the thread's session and removes it from the list. Deletes it after a delay unless `restore` is called
   * before.
   */
  removeSoon(threadId: string): void {
    this.#undoable.begin(threadId)
  }

  restore(threadId: string): Promise<void> {
    return this.#undoable.undo(threadId)
  }

  /** Resumes the deletions of a previous run. */
  resume(): void {
    this.#undoable.resume()
  }

  /** Ends the thread's session and deletes all of its data. `inAgent`: first the agent's session. */
  async remove(threadId: string, { inAgent = false } = {}): Promise<void> {
    await this.#removals.remove(threadId, { inAgent })
  }

  canDeleteSession(threadId: string): boolean {
    const { session } = this.#open.get(threadId)?.transcript.head ?? this.#services.store.readHead(threadId) ?? {}
    return session?.canDelete === true
  }

  async dispose(): Promise<void> {
    this.#isDisposed = true
    const threads = [...this.#open.values()]
    this.#open.clear()
    await Promise.all([...threads.map(thread => thread.dispose()), this.#undoable.dispose(), this.#removals.settled()])
  }

  #read(threadId: string): StoredThread {
    const stored = this.#isBeingRemoved(threadId) ? undefined : this.#services.store.readThread(threadId)
    if (!stored)
      throw new HostError('not_found', 'This thread no longer exists.')
    return stored
  }

  #isBeingRemoved(threadId: string): boolean {
    return this.#removals.has(threadId) || this.#undoable.has(threadId)
  }

  #assertOpen(): void {
    if (this.#isDisposed)
      throw new HostError('closed', 'Parley is closing.')
  }

  #openThread(stored: StoredThread): Thread {
    const thread = new Thread({ stored, services: this.#services, listener: this.#listener })
    this.#open.set(stored.threadId, thread)
    return thread
  }
}
