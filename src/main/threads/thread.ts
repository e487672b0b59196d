import type { ContentBlock } from '@agentclientprotocol/sdk'
import type { ThreadSummary } from '../../shared/contract/threadSummary'
import type { Entry, Transcript } from '../../shared/thread/transcript'
import type { AgentConnection } from '../agents/agentConnection'
import type { StoredThread } from '../store/tables/threadTable'
import type { Replay } from './session/replayFilter'
import type { ForkedSession, LiveSession } from './session/session'
import type { ThreadSurroundings } from './threadSurroundings'
import { HostError } from '../../shared/errors'
import { ThreadLog } from './log/threadLog'
import { ThreadPermissions } from './permission/threadPermissions'
import { ClientRequests } from './requests/clientRequests'
import { CommandSandbox } from './requests/commandSandbox'
import { ThreadTerminals } from './requests/threadTerminals'
import { forkSession } from './session/forkSession'
import { type Hearing, hearSession, hearUpdate, isForeign } from './session/hearSession'
import { sessionRequest } from './session/sessionRequest'
import { ThreadConnection } from './session/threadConnection'
import { ThreadSignIn } from './signIn/threadSignIn'
import { StartGate } from './start/startGate'
import { ThreadFolders } from './start/threadFolders'
import { ThreadLife } from './threadLife'
import { ThreadOptions } from './threadOptions'
import { ThreadStatus } from './threadStatus'
import { ThreadTurns } from './threadTurns'

/** The lasting conversation: its log, and the agent's session that carries it for now. */
export class Thread {
  readonly terminals: ThreadTerminals
  readonly signIn: ThreadSignIn
  readonly options: ThreadOptions
  readonly permissions: ThreadPermissions
  readonly life: ThreadLife
  readonly gate: StartGate
  readonly #with: ThreadSurroundings
  readonly #status: ThreadStatus
  readonly #log: ThreadLog
  readonly #connection: ThreadConnection
  readonly #folders: ThreadFolders
  readonly #sandbox: CommandSandbox
  readonly #hearing: Hearing
  readonly #turns: ThreadTurns
  #isDisposed = false

  constructor(stored: StoredThread, surroundings: ThreadSurroundings) {
    const { threadId, agentId, folder } = stored
    const { store, writes, report } = surroundings
    this.#with = surroundings
    this.#folders = new ThreadFolders({ ...stored, closed: [surroundings.dataFolder], lent: [surroundings.attachments.folder] })
    this.#status = new ThreadStatus({
      stored,
      store,
      onChange: surroundings.onChange,
      signIns: surroundings.signIns,
      writes,
    })
    this.#log = new ThreadLog({ threadId, store, writes, report, publish: events => surroundings.onEvents(threadId, events) })
    this.#sandbox = new CommandSandbox({ folder, surroundings, log: this.#log })
    this.permissions = new ThreadPermissions({
      thread: stored,
      log: this.#log,
      store,
      environment: surroundings.environment,
      wantedSandbox: () => this.#sandbox.wanted,
      isTurnOpen: () => this.#turns.isOpen,
      onCount: count => this.#status.setWaiting(count),
      report,
    })
    this.terminals = new ThreadTerminals({ threadId, log: this.#log, surroundings })
    this.#hearing = { log: this.#log, status: this.#status, terminals: this.terminals }
    this.gate = new StartGate({ place: { agentId, folder }, surroundings, status: this.#status })
    this.#connection = new ThreadConnection({
      gate: this.gate,
      folder,
      request: connection => sessionRequest({ connection, folders: this.#folders, log: this.#log, mcpServers: surroundings.mcpServers }),
      connections: surroundings.connections,
      listener: {
        onActivity: event => this.#status.become(event),
        onUpdate: heard => hearUpdate(heard, this.#hearing),
        onOpened: (session, replay) => this.#opened(session, replay),
        onNotice: notice => this.#log.add({ type: 'notice', severity: 'warning', title: notice }),
        onStopped: stop => this.#stopped(stop),
        register: (connection, sessionId) =>
          surroundings.router.register({ connectionId: connection.connectionId, sessionId, requests: this.#requests(connection) }),
      },
    })
    this.life = new ThreadLife({ status: this.#status, connection: this.#connection, terminals: this.terminals })
    this.signIn = new ThreadSignIn({
      surroundings,
      folder,
      status: this.#status,
      permissions: this.permissions,
      terminals: this.terminals,
      connection: this.#connection,
      requests: connection => this.#folders.open().then(() => this.#requests(connection)),
      attach: () => this.attach(),
    })
    this.options = new ThreadOptions({
      agent: stored,
      log: this.#log,
      store,
      report,
      preferences: () => surroundings.preferences(agentId),
      attach: () => this.attach(),
      watch: ({ connection }, call) => this.signIn.watch(connection, call),
    })
    this.#turns = new ThreadTurns({
      log: this.#log,
      status: this.#status,
      permissions: this.permissions,
      connection: this.#connection,
      signIn: this.signIn,
      options: this.options,
      terminals: this.terminals,
      report,
    })
    this.#log.closeOpenTurn()
  }

  get summary(): ThreadSummary {
    return this.#status.summary
  }

  /** The end of the transcript. `flush` first where it must hold what was added a moment ago. */
  get transcript(): Transcript {
    return this.#log.transcript
  }

  /** Stores and publishes what is pending. */
  flush(): void {
    this.#log.flush()
  }

  readEntries(before: number, limit: number): Entry[] {
    return this.#log.readEntries(before, limit)
  }

  /** Starts the agent and opens the session, so that modes, options and commands are there before the first prompt. */
  async attach(forked?: ForkedSession): Promise<LiveSession> {
    await this.#folders.open()
    if (this.#isDisposed)
      throw new HostError('closed', 'This thread was closed.')
    const { sessionId } = this.#status.stored
    return this.#connection.attach(
      sessionId === undefined ? undefined : { sessionId, isForeign: isForeign(this.transcript.head, sessionId), forked },
    )
  }

  /** Stores the prompt, then sends it. Rejects, with nothing stored, when the agent cannot take it. */
  async sendPrompt(content: ContentBlock[]): Promise<void> {
    this.#refuseInTurn()
    const live = await this.life.promptAfter(this.attach())
    await this.life.promptAfter(this.options.settled()) // the agent's defaults hold for the first prompt too
    this.#refuseInTurn()
    this.#turns.begin(live, content)
  }

  /** Asks the agent to end the turn, and takes back what waits for its start. */
  cancelTurn(): void {
    if (!this.#isDisposed)
      this.life.takeBack()
    this.#turns.cancel()
  }

  /** Ends the agent's process; the next prompt starts it again. */
  async forceStop(): Promise<void> {
    const killing = this.#kill()
    this.#turns.end({ reason: 'cancelled' })
    this.#status.become({ type: 'slept' })
    await killing
  }

  async restartAgent(): Promise<void> {
    const killing = this.#kill()
    this.#turns.end({ reason: 'cancelled' }) // first, or the agent's death would count as its failure
    await killing
    await this.attach()
  }

  /** Has the agent copy the session as it stands, for another thread. */
  async fork(): Promise<ForkedSession> {
    this.#refuseInTurn()
    const live = await this.attach()
    this.#refuseInTurn()
    this.terminals.save()
    return forkSession({ live, log: this.#log })
  }

  rename(title: string): void {
    this.#status.update({ title, titleFrom: 'person' })
  }

  async dispose(): Promise<void> {
    this.#isDisposed = true
    this.signIn.cancel()
    this.cancelTurn() // the agent may go on for other threads, but not with this turn
    this.#turns.end({ reason: 'error', message: 'Parley was closed while the agent was working.' })
    this.permissions.cancelQuestions()
    try {
      await Promise.all([this.terminals.dispose(), this.#connection.detach()])
    }
    finally {
      this.#status.save()
      this.#log.dispose()
    }
  }

  #opened(session: LiveSession, replay: Replay): void {
    this.flush()
    const { head } = this.transcript // as it was before this session
    hearSession(session, replay, this.#hearing)
    this.options.opened(session, head)
  }

  #stopped({ message, details }: { message: string, details?: string }): void {
    this.#turns.end({ reason: 'error', message, details })
    this.permissions.cancelQuestions()
    if (!this.signIn.runsCommand) // a sign-in in a terminal goes on without the agent
      this.#status.become({ type: 'stopped', message, details })
    void this.terminals.running.endAll().catch(error => this.#with.report(error, 'ending the commands of an agent that is gone'))
  }

  /** Ends the agent, and the commands that it can no longer end. */
  async #kill(): Promise<void> {
    this.signIn.cancel()
    await Promise.all([
      this.#connection.kill(`The agent was stopped in the thread "${this.#status.stored.title}", which shares its process.`),
      this.terminals.running.endAll(),
    ])
  }

  #requests({ capabilities }: AgentConnection): ClientRequests {
    return new ClientRequests({
      folder: this.#status.stored.folder,
      log: this.#log,
      permissions: this.permissions,
      terminals: this.terminals,
      workspace: this.#folders.workspaceFor(capabilities),
      unfinishedWrites: this.#with.unfinishedWrites,
      sandbox: this.#sandbox,
    })
  }

  #refuseInTurn(): void {
    if (this.#turns.isRunning)
      throw new HostError('busy', 'The agent is still working on the last message. Wait for it or press Stop.')
    if (this.signIn.isRunning)
      throw new HostError('sign_in_needed', 'Finish the sign-in first, or cancel it.')
  }
}
