import type { ContentBlock } from '@agentclientprotocol/sdk'
import type { AgentDefinition } from '../../agents/agentDefinition'
import type { ScratchFolders } from '../../workspace/scratch/scratchFolders'
import type { Thread } from '../thread'
import type { Threads } from '../threads'
import type { ThreadServices } from '../threadServices'
import { HostError } from '../../../shared/errors'
import { conversationSoFar, isConversationSoFar } from '../../../shared/thread/text/transcriptText'
import { readTranscriptText } from '../export/readTranscriptText'
import { checkedFolders, type FolderChecks } from '../start/checkedFolders'
import { agentLaunch, isTrusted } from '../start/commandTrust'
import { createBranch, createFork, createThread, type NewThreadFacts } from './createThread'

/** The ways a thread begins: in a folder, with a session of the agent's own, as a fork, as a branch. */
export class NewThreads {
  readonly #threads: Threads
  readonly #services: ThreadServices

  constructor({ threads, services }: { threads: Threads, services: ThreadServices }) {
    this.#threads = threads
    this.#services = services
  }

  /**
   * Makes a thread in these folders and starts its agent in the background. A session of the agent's own that a thread
   * has already is opened in that thread.
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

/**
 * A branch's first message, with what was said above it: the session is new, since `session/fork` copies a session only
 * as it is now, the replaced message included.
 */
function withConversation(branch: Thread, content: readonly ContentBlock[]): ContentBlock[] {
  const message = content.filter(block => !isConversationSoFar(block))
  const { entries, firstIndex } = branch.transcript
  const isFirst = firstIndex === 0 && !entries.some(({ kind }) => kind === 'user' || kind === 'agent')
  return isFirst ? message : [...message, conversationSoFar(readTranscriptText(branch))]
}

/** Where the person wants a thread to work. */
interface AskedPlace {
  /** Without one, the thread gets a scratch folder. */
  readonly folder?: string
  readonly additionalFolders?: readonly string[]
}

/** What a thread begins with. */
interface ThreadStart extends AskedPlace {
  readonly agent: AgentDefinition
  /** The command line that the person saw and so trusts. */
  readonly command: string
  /** Seeing it was not enough: only an earlier trust counts. */
  readonly onlyIfTrusted?: boolean
  /** A thread whose transcript is offered for the first message. */
  readonly continues?: string
  /** A session of the agent's own to open. */
  readonly session?: { readonly sessionId: string, readonly title?: string }
}

/** Where a new thread works. Throws `folder_not_found` or `additional_folder`. */
async function newPlace(
  { folder, additionalFolders = [] }: AskedPlace,
  { scratch, ...checks }: FolderChecks & { readonly scratch: ScratchFolders },
): Promise<Pick<NewThreadFacts, 'folder' | 'additionalFolders' | 'scratch'>> {
  if (folder !== undefined)
    return checkedFolders({ folder, additionalFolders }, checks)
  if (additionalFolders.length > 0)
    throw new HostError('additional_folder', 'A thread without a folder has no further ones. Choose a first folder, or remove these.')
  return { ...scratch.lend(), additionalFolders }
}

type TrustServices = Pick<ThreadServices, 'store' | 'dataFolder' | 'environment' | 'environmentReady'>

/** Whether the agent would start in this folder without a question. Where that cannot be told, it would not. */
async function isTrustedPlace(
  { findAgent, folder: typed }: { findAgent: () => AgentDefinition, folder: string },
  { store, environmentReady, ...checks }: TrustServices,
): Promise<boolean> {
  await environmentReady() // which program a name means depends on it
  try {
    const agent = findAgent()
    const { folder } = await checkedFolders({ folder: typed, additionalFolders: [] }, checks)
    return isTrusted(agentLaunch(agent, checks.environment), store.readTrust({ agentId: agent.agentId, folder }))
  }
  catch (error) {
    if (error instanceof HostError)
      return false
    throw error
  }
}
