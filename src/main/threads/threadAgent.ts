import type { McpServer, SessionUpdate } from '@agentclientprotocol/sdk'
import type { ThreadHead } from '../../shared/thread/transcript'
import type { AgentConnection } from '../agents/agentConnection'
import type { StoredThread } from '../store/tables/threadTable'
import type { ThreadLog } from './log/threadLog'
import type { ThreadPlaces } from './mentions/threadPlaces'
import type { ThreadPermissions } from './permission/threadPermissions'
import type { CommandSandbox } from './requests/commandSandbox'
import type { Replay } from './session/replayFilter'
import type { ForkedSession, LiveSession } from './session/session'
import type { ThreadServices } from './threadServices'
import type { ThreadStatus } from './threadStatus'
import { HostError } from '../../shared/errors'
import { getUrlHost } from '../../shared/settings/agentAddress'
import { ThreadReview } from '../changes/thread/threadReview'
import { TurnRecorder } from '../changes/thread/turnRecorder'
import { AgentFiles } from './requests/agentFiles'
import { ClientRequests } from './requests/clientRequests'
import { ThreadTerminals } from './requests/threadTerminals'
import { buildSessionRequest, forkSession } from './session/openSession'
import { isExternal, SessionRecorder } from './session/sessionRecorder'
import { type AgentStop, ThreadConnection } from './session/threadConnection'
import { ThreadSignIn } from './signIn/threadSignIn'
import { toTrustFolder } from './start/remoteFolder'
import { StartGate } from './start/startGate'
import { ThreadFolders } from './start/threadFolders'

interface ThreadAgentOptions {
  readonly stored: StoredThread
  readonly services: ThreadServices
  readonly log: ThreadLog
  readonly status: ThreadStatus
  readonly permissions: ThreadPermissions
  readonly sandbox: CommandSandbox
  /** Called when a session accepts prompts. `before` is the thread's previous state. */
  readonly onOpened: (session: LiveSession, before: ThreadHead) => void
  readonly onUpdate: (update: SessionUpdate) => void
  /** Called when the list of changes in its folders is updated. */
  readonly onFiles: () => void
  /** Called when the agent or its session is released, for any reason. */
  readonly onReleased: () => void
  /** Called when the agent exits by itself. */
  readonly onStopped: (stop: AgentStop) => void
}

/** Manages a thread's agent: start, session, sign-in, end, and the handlers of its requests. */
export class ThreadAgent {
  readonly gate: StartGate
  readonly signIn: ThreadSignIn
  readonly terminals: ThreadTerminals
  readonly connection: ThreadConnection
  readonly recorder: TurnRecorder
  readonly review: ThreadReview
  readonly #options: ThreadAgentOptions
  readonly #folders: ThreadFolders
  readonly #sessions: SessionRecorder
  /** The MCP servers that a forked session was created with. */
  #copiedServers: readonly McpServer[] | undefined
  #isDisposed = false

  // Long because it wires the parts together; it does nothing else.
  constructor(options: ThreadAgentOptions) {
    const { stored, services, log, status, permissions } = this.#options = options
    const { threadId, agentId, folder, additionalFolders, scratch, elsewhere } = stored
    const { store, writes, connections, signIns, launches, dataFolder, environment, environmentReady, findAgent, report } = services
    const requests = (connection: AgentConnection): ClientRequests => this.#requests(connection)
    this.#folders = new ThreadFolders({
      folder,
      additionalFolders,
      closed: [dataFolder],
      exempt: [services.attachments.folder],
      lease: scratch && {
        scratch: services.scratch,
        pin: () => status.stored.scratch ?? scratch,
        keep: pin => status.update({ scratch: pin }),
      },
    })
    this.recorder = new TurnRecorder({
      threadId,
      log,
      turns: services.folderTurns,
      folders: async () => elsewhere?.folder === undefined ? (await this.places()).workspace.roots : [],
      onChange: options.onFiles,
      onSummarized: () => void this.review.count(),
    })
    const onCommand = (isRunning: boolean): void => this.recorder.setCommandRunning(isRunning)
    this.terminals = new ThreadTerminals({ threadId, log, store, writes, environment, launches, onCommand, report })
    this.review = new ThreadReview({
      threadId,
      log,
      ledgers: this.recorder.ledgers,
      turns: services.folderTurns,
      onPending: count => this.#isDisposed || status.setPendingChanges(count),
    })
    this.#sessions = new SessionRecorder({
      log,
      status,
      terminals: this.terminals,
      onUpdate: (update) => {
        this.recorder.take(update)
        options.onUpdate(update)
      },
    })
    const place = { agentId, folder: toTrustFolder(folder, elsewhere) }
    this.gate = new StartGate({ place, status, store, environment, environmentReady, findAgent })
    this.connection = new ThreadConnection({
      gate: this.gate,
      folder,
      connections,
      log,
      status,
      recorder: this.#sessions,
      sessionRequest: connection => buildSessionRequest({
        connection,
        folders: this.#folders,
        remoteFolder: elsewhere?.folder,
        log,
        mcpServers: services.mcpServers,
        fileServer: () => services.fileServer.serverFor(threadId, this.#copiedServers),
      }),
      requests,
      onOpened: (session, replay) => this.#onOpened(session, replay),
      onReleased: () => {
        services.fileServer.end(threadId)
        options.onReleased()
      },
      onStopped: options.onStopped,
      report,
    })
    this.signIn = new ThreadSignIn({
      folder,
      environment,
      status,
      signIns,
      permissions,
      terminals: this.terminals,
      connection: this.connection,
      requests: async (connection) => {
        await this.#openFolders()
        return requests(connection)
      },
      attach: () => this.attach(),
      report,
    })
  }

  /** Returns the live session; starts the agent and opens the session if necessary. */
  async attach(forked?: ForkedSession): Promise<LiveSession> {
    await this.#openFolders()
    if (this.#isDisposed)
      throw new HostError('closed', 'This thread was closed.')
    this.recorder.open()
    this.#copiedServers ??= forked?.mcpServers
    const { log, status } = this.#options
    const { sessionId } = status.stored
    return this.connection.attach(
      sessionId === undefined
        ? undefined
        : { sessionId, isExternal: isExternal(log.transcript.head, sessionId), forked },
    )
  }

  /** Returns the folders whose files can be mentioned. */
  places(): Promise<ThreadPlaces> {
    return this.#folders.places()
  }

  /** Asks the agent to fork a session. */
  fork(live: LiveSession): Promise<ForkedSession> {
    this.terminals.save()
    const { stored: { threadId }, services: { fileServer }, log } = this.#options
    return forkSession({ live, log, copyServers: servers => fileServer.copyServers(threadId, servers) })
  }

  /** Ends the agent's process and its commands. */
  async kill(): Promise<void> {
    this.signIn.cancel()
    await Promise.all([
      this.connection.kill(`The agent was stopped in the thread "${this.#options.status.stored.title}", which shares its process.`),
      this.terminals.running.endAll(),
    ])
  }

  /** Releases an agent whose session can be resumed. Its process ends when no other thread uses it. */
  async sleep(): Promise<void> {
    if (!this.connection.canResume || this.terminals.running.isAnyRunning)
      return
    this.#options.status.dispatch({ type: 'slept' })
    await Promise.all([this.connection.detach(), this.terminals.running.endAll()])
  }

  /** Refuses further starts. `end` releases the agent. */
  refuseStarts(): void {
    this.#isDisposed = true
    this.signIn.cancel()
  }

  async end(): Promise<void> {
    await Promise.all([this.recorder.end(), this.terminals.dispose(), this.connection.detach()])
  }

  async #openFolders(): Promise<void> {
    const { state } = this.#options.status.activity
    if (state === 'working' || state === 'cancelling' || !await this.#folders.open())
      return // a turn keeps its session until it ends
    this.#options.log.add({
      type: 'notice',
      severity: 'warning',
      title: 'The scratch folder of this thread was gone',
      description: 'Parley made it again. It is empty, and the agent starts anew in it.',
    })
    await this.connection.renew() // a running agent still works in the deleted folder
  }

  #onOpened(session: LiveSession, replay: Replay): void {
    const { log, onOpened } = this.#options
    log.flush()
    const { head } = log.transcript
    this.#sessions.recordSession(session, replay)
    this.#recordHost(session.connection)
    onOpened(session, head)
  }

  /** The person may have changed the agent's address since then. */
  #recordHost({ agent: { address } }: AgentConnection): void {
    const { status } = this.#options
    const { elsewhere } = status.stored
    const host = address && getUrlHost(address.url)
    if (host !== undefined && host !== elsewhere?.host)
      status.update({ elsewhere: { ...elsewhere, host } })
  }

  #requests({ agent, capabilities }: AgentConnection): ClientRequests {
    const {
      stored: { threadId, agentName, folder },
      services: { buffers, unfinishedWrites },
      log,
      permissions,
      sandbox,
    } = this.#options
    return new ClientRequests({
      folder,
      log,
      permissions,
      terminals: this.terminals,
      workspace: this.#folders.workspaceFor(capabilities),
      agent,
      files: new AgentFiles({
        buffers,
        unfinishedWrites,
        recorder: this.recorder,
        recordSave: async (path, work) => this.review.recordSave(path, work),
        author: { kind: 'agent', threadId, agentName },
      }),
      sandbox,
      recorder: this.recorder,
    })
  }
}
