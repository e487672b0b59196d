import type { ContentBlock } from '@agentclientprotocol/sdk'
import type { AgentDefinition } from '../../agents/agentDefinition'
import type { Thread } from '../thread'
import type { Threads } from '../threads'
import type { ThreadServices } from '../threadServices'
import { HostError } from '../../../shared/errors'
import { isTrustedPlace } from '../start/trustedPlace'
import { withConversation } from './branchMessage'
import { createBranch, createFork, createThread } from './createThread'
import { newPlace, type ThreadStart } from './newPlace'

/** The ways a thread begins: in a folder, with a session of the agent's own, as a fork, as a branch. */
export class NewThreads {
  readonly #threads: Threads
  readonly #services: ThreadServices

  constructor({ threads, services }: { threads: Threads, services: ThreadServices }) {
    this.#threads = threads
    this.#services = services
  }

  /**
   * Makes a thread in these folders and starts its agent in the background. A session of the agent's own that a thread has already is
   * opened in that thread.
   */
  async start({ agent, command, onlyIfTrusted, continues, session, ...asked }: ThreadStart): Promise<Thread> {
    const source = continues === undefined ? undefined : this.#threads.get(continues).summary
    const known = (): Thread | undefined => session && this.#threads.withSession({ agentId: agent.agentId, ...session })
    const there = known()
    if (there)
      return there
    const place = await newPlace(asked, this.#services)
    const meanwhile = known()
    if (meanwhile)
      return meanwhile
    const thread = this.#threads.add(() => createThread(this.#services.store, { agent, ...place, session, source }))
    if (!onlyIfTrusted)
      thread.gate.startWith(command)
    thread.attach().catch(() => undefined) // the thread shows it
    return thread
  }

  /** Whether the command of the agent that is found is trusted in that folder already. */
  async isTrusted(findAgent: () => AgentDefinition, folder: string): Promise<boolean> {
    return isTrustedPlace({ findAgent, folder }, this.#services)
  }

  /** Makes a thread to sign its agent in, even if the agent opens sessions without a sign-in. */
  async startSignIn(place: ThreadStart): Promise<Thread> {
    const thread = await this.start(place)
    const need = new HostError('sign_in_needed', 'The agent wants a sign-in before it lists its sessions.')
    thread.attach().then(
      ({ connection }) => thread.signIn.requireFor(connection, need),
      () => undefined, // the thread shows it
    )
    return thread
  }

  /** Makes a thread whose log is a copy of this one's and whose session is the agent's copy of its session. */
  async fork(threadId: string): Promise<Thread> {
    const source = this.#threads.get(threadId)
    const forked = await source.fork()
    const thread = this.#threads.add(() => createFork(this.#services.store, source.summary, forked))
    thread.attach(forked).catch(() => undefined) // the thread shows it
    return thread
  }

  /** Makes a thread that continues with `content` in place of that prompt. */
  branch(threadId: string, promptId: string, content: readonly ContentBlock[]): Thread {
    const source = this.#threads.get(threadId)
    source.flush()
    const thread = this.#threads.add(() => createBranch(this.#services, source.summary, promptId))
    thread.queue.add(withConversation(thread, content), { isNext: true })
    source.branchedTo(thread.summary)
    return thread
  }
}
