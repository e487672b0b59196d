import type { ContentBlock } from '@agentclientprotocol/sdk'
import type { AgentDefinition } from '../../agents/agentDefinition'
import type { ScratchFolders } from '../../workspace/scratch/scratchFolders'
import type { Thread } from '../thread'
import type { Threads } from '../threads'
import type { ThreadServices } from '../threadServices'
import { HostError } from '../../../shared/errors'
import { createBranchBlock, isConversationSoFar } from '../../../shared/thread/text/transcriptText'
import { readTranscriptText } from '../export/readTranscriptText'
import { checkFolders, type FolderChecks } from '../start/checkFolders'
import { isTrusted, resolveLaunch } from '../start/commandTrust'
import { resolveRemotePlace, toTrustFolder } from '../start/remoteFolder'
import { createBranch, createFork, createThread, type NewThreadFacts } from './createThread'

/** Creates threads: in a folder, from a session of the agent, as a fork, or as a branch. */
export class NewThreads {
  readonly #threads: Threads
  readonly #services: ThreadServices

  constructor({ threads, services }: { threads: Threads, services: ThreadServices }) {
    this.#threads = threads
    this.#services = services
  }

  /**
   * Creates a thread in these folders and starts its agent in the background. If a thread already has the given
   * session, opens that thread instead.
   */
  async start({ agent, command, onlyIfTrusted, continues, session, ...asked }: ThreadStart): Promise<Thread> {
    const source = continues === undefined ? undefined : this.#threads.get(continues).summary
    const known = (): Thread | undefined =>
      session && this.#threads.findBySession({ agentId: agent.agentId, ...session })
    const there = known()
    if (there)
      return there
    const place = await checkPlace({ agent, ...asked }, this.#services)
    const meanwhile = known()
    if (meanwhile)
      return meanwhile
    const thread = this.#threads.add(() => createThread(this.#services.store, { agent, ...place, session, source }))
    if (!onlyIfTrusted)
      thread.gate.setShownCommand(command)
    thread.attach().catch(() => undefined) // the thread shows the error
    return thread
  }

  /** Whether the agent's command is already trusted in that folder. */
  async isTrusted(findAgent: () => AgentDefinition, folder: string): Promise<boolean> {
    return isTrustedPlace({ findAgent, folder }, this.#services)
  }

  /** Creates a thread for signing in to its agent, even if the agent opens sessions without a sign-in. */
  async startSignIn(place: ThreadStart): Promise<Thread> {
    const thread = await this.start(place)
    const need = new HostError('sign_in_needed', 'The agent requires a sign-in before it lists its sessions.')
    thread.attach().then(
      ({ connection }) => thread.signIn.requireFor(connection, need),
      () => undefined, // the thread shows the error
    )
    return thread
  }

  /** Creates a thread with a copy of this one's log and the agent's fork of its session. */
  async fork(threadId: string): Promise<Thread> {
    const source = this.#threads.get(threadId)
    const forked = await source.fork()
    const thread = this.#threads.add(() => createFork(this.#services.store, source.summary, forked))
    thread.attach(forked).catch(() => undefined) // the thread shows the error
    return thread
  }

  /** Creates a thread that continues with `content` instead of that prompt. */
  branch(threadId: string, promptId: string, content: readonly ContentBlock[]): Thread {
    const source = this.#threads.get(threadId)
    source.flush()
    const thread = this.#threads.add(() => createBranch(this.#services, source.summary, promptId))
    thread.queue.add(prependConversation(thread, content), { isNext: true })
    source.recordBranch(thread.summary)
    return thread
  }
}

/**
 * The first message of a branch, preceded by the conversation. Needs a new session, because `session/fork` copies the
 * session's current state, including the replaced message.
 */
function prependConversation(branch: Thread, content: readonly ContentBlock[]): ContentBlock[] {
  const message = content.filter(block => !isConversationSoFar(block))
  const { entries, firstIndex } = branch.transcript
  const isFirst = firstIndex === 0 && !entries.some(({ kind }) => kind === 'user' || kind === 'agent')
  return isFirst ? message : [...message, createBranchBlock(readTranscriptText(branch))]
}

/** The folders chosen by the person. */
interface RequestedPlace {
  /** Defaults to a new scratch folder. */
  readonly folder?: string
  readonly additionalFolders?: readonly string[]
}

/** Options of a new thread. */
interface ThreadStart extends RequestedPlace {
  readonly agent: AgentDefinition
  /** The command line as shown to the person, who trusts it by starting the thread. */
  readonly command: string
  /** Starts only if the command was trusted before. */
  readonly onlyIfTrusted?: boolean
  /** A thread whose transcript is offered for the first message. */
  readonly continues?: string
  /** An existing session of the agent to open. */
  readonly session?: { readonly sessionId: string, readonly title?: string }
}

/**
 * Checks the folders of a new thread. Throws `folder_not_found` or `additional_folder`. A thread with remote files gets
 * a local scratch folder, so that its paths are not mistaken for local ones.
 */
async function checkPlace(
  { agent, folder, additionalFolders = [] }: RequestedPlace & { agent: AgentDefinition },
  { scratch, ...checks }: FolderChecks & { readonly scratch: ScratchFolders },
): Promise<Pick<NewThreadFacts, 'folder' | 'additionalFolders' | 'scratch' | 'elsewhere'>> {
  const elsewhere = resolveRemotePlace(agent, folder)
  if (elsewhere?.folder !== undefined)
    return { ...scratch.create(), additionalFolders: [], elsewhere }
  if (folder !== undefined)
    return { ...await checkFolders({ folder, additionalFolders }, checks), ...elsewhere && { elsewhere } }
  if (additionalFolders.length > 0) {
    throw new HostError(
      'additional_folder',
      'A thread without a folder can’t have further ones. Choose its folder first, or remove these.',
    )
  }
  return { ...scratch.create(), additionalFolders, ...elsewhere && { elsewhere } }
}

type TrustServices = Pick<ThreadServices, 'store' | 'dataFolder' | 'environment' | 'environmentReady'>

/** Whether the agent would start in this folder without asking. False if unknown. */
async function isTrustedPlace(
  { findAgent, folder: typed }: { findAgent: () => AgentDefinition, folder: string },
  { store, environmentReady, ...checks }: TrustServices,
): Promise<boolean> {
  await environmentReady() // its PATH decides which program a name refers to
  try {
    const agent = findAgent()
    const elsewhere = resolveRemotePlace(agent, typed)
    const folder = elsewhere?.folder !== undefined
      ? toTrustFolder(typed, elsewhere)
      : (await checkFolders({ folder: typed, additionalFolders: [] }, checks)).folder
    return isTrusted(resolveLaunch(agent, checks.environment), store.readTrust({ agentId: agent.agentId, folder }))
  }
  catch (error) {
    if (error instanceof HostError)
      return false
    throw error
  }
}
