import type { AuthMethod, NewSessionRequest } from '@agentclientprotocol/sdk'
import type { AgentConnection } from '../../agents/agentConnection'
import type { SessionRequests } from '../../agents/agentRequests'
import type { Report } from '../../system/report'
import type { ActivityEvent } from '../activity'
import type { ThreadLog } from '../log/threadLog'
import type { StartGate } from '../start/startGate'
import type { ThreadStatus } from '../threadStatus'
import type { EarlierSession, LiveSession } from './session'
import type { SessionRecorder } from './sessionRecorder'
import { errorMessage, HostError } from '../../../shared/errors'
import { type AgentConnections, throwIfStartCanceled } from '../../agents/agentConnections'
import { type AgentExit, createExitError, getErrorDetails } from '../../agents/agentErrors'
import { openSession, type SessionOpening } from './openSession'
import { type Replay, ReplayFilter } from './replayFilter'

/** How a thread's agent stopped on its own. */
export interface AgentStop {
  readonly message: string
  readonly details?: string
  /** Set if the connection to a remote agent broke. */
  readonly isBrokenOff?: true
  /** The session can be continued later. */
  readonly canResume: boolean
}

interface ThreadConnectionOptions {
  readonly gate: StartGate
  readonly folder: string
  readonly connections: AgentConnections
  readonly log: ThreadLog
  readonly status: ThreadStatus
  readonly recorder: SessionRecorder
  /** Builds the parameters for opening a session. */
  readonly sessionRequest: (connection: AgentConnection) => NewSessionRequest
  /** Creates the handler of the agent's requests. */
  readonly requests: (connection: AgentConnection) => SessionRequests
  /** Called when the session accepts prompts, with the replay of an external session. */
  readonly onOpened: (session: LiveSession, replay: Replay) => void
  /** Called when the agent is released. */
  readonly onReleased: () => void
  /** Called when the agent exits by itself. */
  readonly onStopped: (stop: AgentStop) => void
  readonly report: Report
}

/**
 * A thread's use of an agent: acquires a connection, opens the session and releases it. Each attempt has an
 * AbortSignal; once aborted, its late results have no effect.
 */
export class ThreadConnection {
  readonly #options: ThreadConnectionOptions
  #attempt = new AbortController()
  #connection: AgentConnection | undefined
  #live: LiveSession | undefined
  #attaching: Promise<LiveSession> | undefined
  #detaching: Promise<void> | undefined
  #stopListening: (() => void)[] = []
  #filter: ReplayFilter | undefined

  constructor(options: ThreadConnectionOptions) {
    this.#options = options
  }

  get live(): LiveSession | undefined {
    return this.#live
  }

  /** Whether the session can be released now and resumed later. */
  get canResume(): boolean {
    const { loadSession, sessionCapabilities } = this.#live?.connection.capabilities ?? {}
    return loadSession === true || sessionCapabilities?.resume != null
  }

  /**
   * Returns the live session; starts the agent and opens the session if necessary. Concurrent calls share the attempt.
   */
  attach(earlier: EarlierSession | undefined): Promise<LiveSession> {
    if (this.#live)
      return Promise.resolve(this.#live)
    if (this.#attaching)
      return this.#attaching
    const attaching = this.#open(earlier).finally(() => {
      // An aborted attempt must not clear the next one.
      if (this.#attaching === attaching)
        this.#attaching = undefined
    })
    return (this.#attaching = attaching)
  }

  /** Returns the running agent, even without a session, because some agents need a sign-in first. */
  async connect(): Promise<AgentConnection> {
    await this.#attaching?.catch(() => undefined) // its caller gets the error
    const { signal } = this.#attempt
    try {
      return await this.#connect(signal)
    }
    catch (error) {
      this.#fail(signal, error)
      throw error
    }
  }

  /** Releases the agent, so that the next `attach` starts a new process. Other threads may keep the old one. */
  async renew(): Promise<void> {
    if (this.#connection)
      this.#options.connections.retire(this.#connection)
    await this.detach()
  }

  /** Resolves when the session's replay, which may continue after the load, seems complete. */
  async replaySettled(): Promise<void> {
    await this.#filter?.settled()
  }

  /** Treats later updates as new. */
  startTurn(): void {
    this.#filter?.startTurn()
  }

  /** Closes the session and releases the agent, whose process other threads may share. */
  async detach(): Promise<void> {
    const detaching = this.#release(this.#abandon())
    this.#detaching = detaching.catch(() => undefined) // the caller of `detach` gets the error
    await detaching
  }

  /** Kills the agent's process tree. Threads that share it show `why` as the reason. */
  async kill(why: string): Promise<void> {
    const { connection } = this.#abandon()
    if (connection)
      await this.#options.connections.kill(connection, why)
  }

  async #open(earlier: EarlierSession | undefined): Promise<LiveSession> {
    const { status, sessionRequest, onOpened } = this.#options
    const signal = this.#startAttempt()
    let wasReady = false
    try {
      await this.#detaching // an agent must not reopen a session while closing it
      const connection = await this.#connect(signal)
      throwIfStartCanceled(signal)
      wasReady = true
      status.dispatch({ type: 'starting', step: 'session' })
      const request = sessionRequest(connection)
      const listen = (opening: SessionOpening): () => void => this.#listen(opening, connection, signal)
      const opened = await openSession({ connection, request, earlier, listen })
      throwIfStartCanceled(signal)
      this.#live = { ...opened, connection, request }
      onOpened(this.#live, this.#filter!.opened())
      status.dispatch({ type: 'opened' })
      return this.#live
    }
    catch (error) {
      this.#fail(signal, error, { wasReady })
      throw error
    }
  }

  /** Reuses the connection if the session needed a sign-in first. */
  async #connect(signal: AbortSignal): Promise<AgentConnection> {
    const { gate, connections, folder, log, status } = this.#options
    throwIfStartCanceled(signal)
    if (this.#connection)
      return this.#connection
    status.dispatch({ type: 'starting', step: 'initialize' })
    const agent = await gate.waitForTrustedAgent()
    throwIfStartCanceled(signal)
    const onNotice = (notice: string): void => log.add({ type: 'notice', severity: 'warning', title: notice })
    const connection = await connections.acquire({
      agent,
      folder,
      signal,
      onNotice,
      onConnection: (connection) => {
        if (!signal.aborted)
          this.#connection = connection // can be stopped from here on
      },
    })
    throwIfStartCanceled(signal) // aborting has also released the connection
    this.#stopListening.push(
      connection.onExit(exit => this.#exited(connection, exit)),
      connection.notices.add(onNotice),
    )
    return connection
  }

  #exited(connection: AgentConnection, exit: AgentExit): void {
    if (this.#connection !== connection)
      return
    const { canResume } = this
    this.#abandon()
    const stop = createExitError(exit)
    const { message } = stop
    const { isBrokenOff } = exit
    this.#options.onStopped({ message, details: getErrorDetails(stop), canResume, ...isBrokenOff && { isBrokenOff } })
  }

  /** Listens for updates and requests of a session before it is opened. */
  #listen(
    { sessionId, how, isExternal }: SessionOpening,
    connection: AgentConnection,
    signal: AbortSignal,
  ): () => void {
    if (signal.aborted)
      return () => undefined
    const { recorder, requests } = this.#options
    const filter = (this.#filter = new ReplayFilter({ how, isExternal }))
    const stop = connection.attachSession(sessionId, {
      requests: requests(connection),
      onUpdate: (update, bytes) => {
        if (filter.shouldRecord({ update, bytes }))
          recorder.recordUpdate({ update, bytes })
      },
    })
    signal.addEventListener('abort', stop, { once: true })
    return stop
  }

  #fail(signal: AbortSignal, error: unknown, { wasReady = false } = {}): void {
    const { connections, status, report } = this.#options
    if (signal.aborted)
      return
    const { authMethods = [], agent } = this.#connection ?? {}
    const isElsewhere = agent?.address !== undefined
    const failure = createStartFailure(error, { wasReady, isElsewhere, authMethods })
    const { connection } = needsSignIn(error) ? {} : this.#abandon()
    if (connection)
      connections.release(connection).catch(error => report(error, 'releasing an agent'))
    status.dispatch(failure)
  }

  async #release({ connection, live }: {
    connection: AgentConnection | undefined
    live: LiveSession | undefined
  }): Promise<void> {
    if (live && connection?.capabilities.sessionCapabilities?.close)
      await connection.calls.closeSession(live.sessionId).catch(() => undefined) // it ends with its last thread
    if (connection)
      await this.#options.connections.release(connection)
  }

  #startAttempt(): AbortSignal {
    this.#attempt.abort()
    this.#attempt = new AbortController()
    return this.#attempt.signal
  }

  /** Detaches the agent and session, which the caller has to close. */
  #abandon(): { connection: AgentConnection | undefined, live: LiveSession | undefined } {
    const held = { connection: this.#connection, live: this.#live }
    this.#startAttempt()
    this.#connection = this.#live = this.#attaching = undefined
    this.#options.gate.decline()
    this.#options.onReleased()
    for (const stop of this.#stopListening.splice(0))
      stop()
    return held
  }
}

/** Whether the agent requires a sign-in before it opens a session. */
function needsSignIn(error: unknown): error is HostError {
  return error instanceof HostError && error.code === 'sign_in_needed'
}

/** Converts a failed start to an activity event. `wasReady`: the agent ran and only its session failed. */
function createStartFailure(error: unknown, { wasReady, isElsewhere, authMethods }: {
  wasReady: boolean
  isElsewhere: boolean
  authMethods: readonly AuthMethod[]
}): ActivityEvent {
  if (needsSignIn(error))
    return { type: 'signInNeeded', message: error.message, methods: authMethods }
  if (error instanceof HostError && error.code === 'taken_back')
    return { type: 'slept' }
  const code = error instanceof HostError ? error.code : undefined
  const isRefused = code === 'agent_failed' || code === 'unsupported'
  const canRetry = isElsewhere ? isRefused || code === 'agent_exited' : wasReady && isRefused
  return { type: 'stopped', message: errorMessage(error), details: getErrorDetails(error), ...(canRetry && { canRetry }) }
}
