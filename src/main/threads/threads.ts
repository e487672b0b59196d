import type { TrustedCommand } from '../../shared/contract/methods/trustMethods'
import type { ThreadSummary } from '../../shared/contract/threadSummary'
import type { OriginEvent } from '../../shared/thread/events'
import type { AgentDefinition } from '../agents/agentDefinition'
import type { StoredThread } from '../store/tables/threadTable'
import type { ThreadSurroundings } from './threadSurroundings'
import { randomUUID } from 'node:crypto'
import { newThreadTitle } from '../../shared/contract/threadSummary'
import { HostError } from '../../shared/errors'
import { shortTitle } from './prompt'
import { checkedFolders } from './start/checkedFolders'
import { Thread } from './thread'
import { summaryOf } from './threadStatus'

/** What a thread begins with. */
export interface ThreadStart {
  readonly agent: AgentDefinition
  readonly folder: string
  readonly additionalFolders?: readonly string[]
  /** The command line that the person saw and so trusts. */
  readonly command: string
  /** A thread whose transcript it is offered. */
  readonly continues?: string
  /** One of the agent's own. */
  readonly session?: { readonly sessionId: string, readonly title?: string }
}

/** All threads: those that are open in memory, and those that only the store knows. */
export class Threads {
  readonly #with: ThreadSurroundings
  readonly #open = new Map<string, Thread>()
  /** Those that are being deleted: they are gone already for everyone else. */
  readonly #leaving = new Map<string, Promise<void>>()
  #isDisposed = false

  constructor(surroundings: ThreadSurroundings) {
    this.#with = surroundings
  }

  list(): ThreadSummary[] {
    return this.#with.store
      .listThreads()
      .filter(({ threadId }) => !this.#leaving.has(threadId))
      .map(stored => this.#open.get(stored.threadId)?.summary ?? summaryOf(stored))
  }

  /**
   * Makes a thread in these folders and starts its agent in the background. A session of the agent's own is gone on with, in the thread
   * that has it where there is one.
   */
  async start({ agent, folder, additionalFolders = [], command, continues, session }: ThreadStart): Promise<Thread> {
    const source = continues === undefined ? undefined : this.get(continues).summary
    const folders = await checkedFolders({ folder, additionalFolders }, this.#with)
    this.#refuseWhenDisposed()
    const known
      = session
        && this.#with.store
          .listThreads()
          .find(
            ({ threadId, agentId, sessionId }) =>
              agentId === agent.agentId && sessionId === session.sessionId && !this.#leaving.has(threadId),
          )
    if (known)
      return this.get(known.threadId)
    const title = shortTitle(session?.title ?? '')
    const stored = this.#with.store.createThread({
      threadId: randomUUID(),
      title: title ?? newThreadTitle,
      titleFrom: title === undefined ? 'prompt' : 'agent',
      agentId: agent.agentId,
      agentName: agent.name,
      ...folders,
      createdAt: Date.now(),
      sessionId: session?.sessionId,
    })
    if (source)
      this.#with.store.appendEvents(stored.threadId, [{ seq: 1, at: Date.now(), ...originIn(source, 'transcript') }], { durable: false })
    const thread = this.#take(stored)
    this.#with.onChange(thread.summary)
    thread.gate.startWith(command)
    // What goes wrong is the thread's state, and shown there.
    void thread.attach().catch(() => undefined)
    return thread
  }

  /** Makes a thread in which its agent is signed in, though it may open sessions without. */
  async startSignIn(place: ThreadStart): Promise<Thread> {
    const thread = await this.start(place)
    void thread.attach().then(
      ({ connection }) => thread.signIn.note(connection, new HostError('sign_in_needed', 'It wants one before it tells of its sessions.')),
      () => undefined, // that is the thread's state, and shown there
    )
    return thread
  }

  /** Makes a thread whose log is a copy of this one's and whose session is the agent's copy of its session. */
  async fork(threadId: string): Promise<Thread> {
    const source = this.get(threadId)
    const { title } = source.summary
    const { sessionId, upToSeq, connection, ...state } = await source.fork()
    this.#refuseWhenDisposed()
    const thread = this.#take(this.#with.store.copyThread({
      fromThreadId: threadId,
      upToSeq,
      threadId: randomUUID(),
      title: title === newThreadTitle ? title : `${title} (fork)`,
      sessionId,
      createdAt: Date.now(),
      then: originIn(source.summary, 'fork'),
    }))
    this.#with.onChange(thread.summary)
    // What goes wrong is the thread's state, and shown there.
    void thread.attach({ sessionId, upToSeq, connection, ...state }).catch(() => undefined)
    return thread
  }

  /** Signs the thread's agent in. Other threads of it that wait for that go on too. */
  async signIn(threadId: string, methodId: string): Promise<void> {
    const thread = this.get(threadId)
    if (!await thread.signIn.run(methodId))
      return
    const others = [...this.#open.values()].filter(other => other !== thread && other.summary.agentId === thread.summary.agentId)
    for (const other of others)
      void other.signIn.retry().catch(() => undefined) // what goes wrong is that thread's state, and shown there
  }

  /** The person trusts what would start the thread's agent; other threads that wait for the same go on too. */
  trustCommand(threadId: string, command: TrustedCommand): void {
    this.get(threadId).gate.trust(command)
    this.recheckCommands()
  }

  /** What would start agents may have changed: threads that wait for the person's word look again. */
  recheckCommands(): void {
    for (const thread of this.#open.values())
      thread.gate.recheck()
  }

  /** The clock went on by that much while the machine slept. */
  clockJumped(byMs: number): void {
    for (const thread of this.#open.values())
      thread.life.clockJumped(byMs)
  }

  /** The thread where it is open in memory. */
  open(threadId: string): Thread | undefined {
    return this.#open.get(threadId)
  }

  /** The thread, read from the store where it is not open yet. */
  get(threadId: string): Thread {
    const open = this.#open.get(threadId)
    if (open)
      return open
    this.#refuseWhenDisposed()
    const stored = this.#leaving.has(threadId) ? undefined : this.#with.store.readThread(threadId)
    if (!stored)
      throw new HostError('not_found', 'This thread does not exist any more.')
    return this.#take(stored)
  }

  /**
   * Ends the thread's session and deletes everything kept of it; `inAgent` also the agent's own, and first, so that nothing is lost when
   * the agent refuses.
   */
  async remove(threadId: string, { inAgent = false } = {}): Promise<void> {
    const removing = this.#leaving.get(threadId) ?? this.#remove(threadId, inAgent).finally(() => this.#leaving.delete(threadId))
    this.#leaving.set(threadId, removing)
    await removing
  }

  canDeleteSession(threadId: string): boolean {
    const { session } = this.#open.get(threadId)?.transcript.head ?? this.#with.store.readHead(threadId) ?? {}
    return session?.canDelete === true
  }

  async dispose(): Promise<void> {
    this.#isDisposed = true
    const threads = [...this.#open.values()]
    this.#open.clear()
    await Promise.all([...threads.map(thread => thread.dispose()), ...this.#leaving.values()])
  }

  async #remove(threadId: string, inAgent: boolean): Promise<void> {
    const { store, agentSessions, attachments, writes, onRemoved } = this.#with
    const leave = async (): Promise<void> => {
      const thread = this.#open.get(threadId)
      this.#open.delete(threadId)
      await thread?.dispose()
    }
    const stored = store.readThread(threadId)
    if (inAgent && stored?.sessionId !== undefined) {
      await agentSessions
        .delete({ agentId: stored.agentId, folder: stored.folder, sessionId: stored.sessionId, before: leave })
        .catch((error: unknown) => this.#stay(threadId, error))
    }
    await leave()
    store.removeThread(threadId)
    await attachments.removeThread(threadId)
    writes.forget(threadId)
    onRemoved(threadId)
  }

  /** A thread that was to be deleted is still there, its agent may be gone. */
  #stay(threadId: string, error: unknown): never {
    const stored = this.#open.has(threadId) ? undefined : this.#with.store.readThread(threadId)
    if (stored)
      this.#with.onChange(summaryOf(stored))
    throw error
  }

  #refuseWhenDisposed(): void {
    if (this.#isDisposed)
      throw new HostError('closed', 'Parley is closing.')
  }

  #take(stored: StoredThread): Thread {
    const thread = new Thread(stored, this.#with)
    this.#open.set(stored.threadId, thread)
    return thread
  }
}

function originIn({ threadId, title, agentName }: ThreadSummary, how: OriginEvent['how']): OriginEvent {
  return { type: 'origin', how, threadId, title, agentName }
}
