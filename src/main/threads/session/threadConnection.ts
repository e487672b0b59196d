import type { NewSessionRequest } from '@agentclientprotocol/sdk'
import type { AgentConnection } from '../../agents/agentConnection'
import type { AgentConnections } from '../../agents/agentConnections'
import type { ActivityEvent } from '../activity'
import type { StartGate } from '../start/startGate'
import type { EarlierSession, LiveSession } from './session'
import { HostError, messageOf } from '../../../shared/errors'
import { agentExited, detailsOf } from '../../agents/agentErrors'
import { type Listen, openSession } from './openSession'
import { type Heard, type Replay, ReplayFilter } from './replayFilter'

/** Whom a thread's connection tells what happens. */
export interface ConnectionListener {
  onActivity(event: ActivityEvent): void
  onUpdate(heard: Heard): void
  /** `replay` is what the agent told of a foreign session before it was open. */
  onOpened(session: LiveSession, replay: Replay): void
  /** Something of the agent's was passed over. */
  onNotice(notice: string): void
  /** The agent is gone though nobody asked it to go. */
  onStopped(stop: { message: string, details?: string }): void
  /** Requests of this session come to the thread from here on; returns a function that ends it. */
  register(connection: AgentConnection, sessionId: string): () => void
}

/**
 * One thread's hold on an agent: takes a connection, opens the session on it, and lets go again. Each attempt has a generation;
 * whatever a dead one still says changes nothing.
 */
export class ThreadConnection {
  readonly #gate: StartGate
  readonly #folder: string
  readonly #request: (connection: AgentConnection) => NewSessionRequest
  readonly #connections: AgentConnections
  readonly #listener: ConnectionListener
  #generation = 0
  #connection: AgentConnection | undefined
  #live: LiveSession | undefined
  #attaching: Promise<LiveSession> | undefined
  #leaving: Promise<void> | undefined
  #cleanups: (() => void)[] = []
  #filter: ReplayFilter | undefined

  constructor({
    gate,
    folder,
    request,
    connections,
    listener,
  }: {
    gate: StartGate
    folder: string
    request: (connection: AgentConnection) => NewSessionRequest
    connections: AgentConnections
    listener: ConnectionListener
  }) {
    this.#gate = gate
    this.#folder = folder
    this.#request = request
    this.#connections = connections
    this.#listener = listener
  }

  get live(): LiveSession | undefined {
    return this.#live
  }

  /** Whether the session can be let go and opened again later. */
  get canComeBack(): boolean {
    const { loadSession, sessionCapabilities } = this.#live?.connection.capabilities ?? {}
    return loadSession === true || sessionCapabilities?.resume != null
  }

  /** The live session; starts the agent and opens the session where there is none. Calls made meanwhile share the attempt. */
  attach(earlier: EarlierSession | undefined): Promise<LiveSession> {
    if (this.#live)
      return Promise.resolve(this.#live)
    if (this.#attaching)
      return this.#attaching
    const attaching = this.#open(earlier).finally(() => {
      if (this.#attaching === attaching)
        // an attempt that was given up must not hide the next one
        this.#attaching = undefined
    })
    return (this.#attaching = attaching)
  }

  /** The running agent, with or without a session: some want a sign-in first. */
  async connect(): Promise<AgentConnection> {
    await this.#attaching?.catch(() => undefined) // whoever began it is told
    const generation = this.#generation
    try {
      return await this.#connect(generation)
    }
    catch (error) {
      this.#fail(generation, error)
      throw error
    }
  }

  /** Lets go of the agent, so that the next attach starts it anew; other threads may go on with the old process. */
  async renew(): Promise<void> {
    if (this.#connection)
      this.#connections.retire(this.#connection)
    await this.detach()
  }

  /** From here on the agent speaks of the present again. */
  startTurn(): void {
    this.#filter?.startTurn()
  }

  /** Lets go of the session politely: other threads may share the process. */
  async detach(): Promise<void> {
    const leaving = this.#leave(this.#forget())
    this.#leaving = leaving.catch(() => undefined) // whoever waits for it here is told
    await leaving
  }

  async #leave({ connection, live }: { connection: AgentConnection | undefined, live: LiveSession | undefined }): Promise<void> {
    if (live && connection?.capabilities.sessionCapabilities?.close)
      // it is going anyway; its process ends with the last thread
      await connection.calls.closeSession(live.sessionId).catch(() => undefined)
    if (connection)
      await this.#connections.release(connection)
  }

  /** Ends the agent's process with everything it started; threads that share it are told `why`. */
  async kill(why: string): Promise<void> {
    const { connection } = this.#forget()
    if (connection)
      await this.#connections.kill(connection, why)
  }

  async #open(earlier: EarlierSession | undefined): Promise<LiveSession> {
    const generation = ++this.#generation
    let wasReady = false
    try {
      await this.#leaving // an agent must not open the session that it is still closing
      const connection = await this.#connect(generation)
      wasReady = true
      this.#tell(generation, { type: 'starting', step: 'session' })
      const request = this.#request(connection)
      const opened = await openSession({
        connection,
        request,
        earlier,
        listen: session => this.#listen({ ...session, connection, generation }),
      })
      if (generation !== this.#generation)
        throw new HostError('closed', 'The agent was stopped while it started.')
      this.#live = { ...opened, connection, request }
      this.#tell(generation, { type: 'opened' })
      this.#listener.onOpened(this.#live, this.#filter!.opened()) // there is one since the session was listened to
      return this.#live
    }
    catch (error) {
      this.#fail(generation, error, { wasReady })
      throw error
    }
  }

  /** Also after a session that wanted a sign-in first: then the connection is there already. */
  async #connect(generation: number): Promise<AgentConnection> {
    if (this.#connection)
      return this.#connection
    this.#tell(generation, { type: 'starting', step: 'initialize' })
    const agent = await this.#gate.agent()
    if (generation !== this.#generation)
      throw new HostError('closed', 'The agent was stopped while it started.')
    const connection = await this.#connections.acquire({
      agent,
      folder: this.#folder,
      isWanted: () => generation === this.#generation,
      onNotice: notice => this.#listener.onNotice(notice),
      onConnection: (connection) => {
        if (generation === this.#generation)
          this.#connection = connection // from here on it can be stopped
      },
    })
    // Whoever gave this attempt up has released the connection too.
    if (generation !== this.#generation)
      throw new HostError('closed', 'The agent was stopped while it started.')
    this.#cleanups.push(
      connection.onExit((exit) => {
        if (this.#connection !== connection)
          return
        this.#forget()
        const stop = agentExited(exit)
        this.#listener.onStopped({ message: stop.message, details: detailsOf(stop) })
      }),
    )
    this.#cleanups.push(connection.notices.add(notice => this.#listener.onNotice(notice)))
    return connection
  }

  #listen({
    connection,
    sessionId,
    how,
    isForeign,
    generation,
  }: Parameters<Listen>[0] & { connection: AgentConnection, generation: number }): () => void {
    if (generation !== this.#generation)
      return () => undefined // this attempt was given up while it waited for the session
    const filter = (this.#filter = new ReplayFilter({ how, isForeign }))
    const stops = [
      this.#listener.register(connection, sessionId),
      connection.attachSession(sessionId, (update, weight) => {
        if (generation === this.#generation && filter.passes({ update, weight }))
          this.#listener.onUpdate({ update, weight })
      }),
    ]
    const stop = (): void => stops.forEach(stop => stop())
    this.#cleanups.push(stop)
    return stop
  }

  #fail(generation: number, error: unknown, { wasReady = false } = {}): void {
    if (generation !== this.#generation)
      return
    if (error instanceof HostError && error.code === 'sign_in_needed')
      return this.#listener.onActivity({ type: 'signInNeeded', message: error.message, methods: this.#connection?.authMethods ?? [] })
    const { connection } = this.#forget()
    if (connection)
      void this.#connections.release(connection)
    if (error instanceof HostError && error.code === 'taken_back')
      return this.#listener.onActivity({ type: 'slept' })
    const canRetry = wasReady && error instanceof HostError && (error.code === 'agent_failed' || error.code === 'unsupported')
    this.#listener.onActivity({ type: 'stopped', message: messageOf(error), details: detailsOf(error), ...(canRetry && { canRetry }) })
  }

  #forget(): { connection: AgentConnection | undefined, live: LiveSession | undefined } {
    const held = { connection: this.#connection, live: this.#live }
    this.#generation++
    this.#connection = this.#live = this.#attaching = undefined
    this.#gate.decline() // whoever waits there waits for a start that was given up
    for (const cleanup of this.#cleanups.splice(0))
      cleanup()
    return held
  }

  #tell(generation: number, event: ActivityEvent): void {
    if (generation === this.#generation)
      this.#listener.onActivity(event)
  }
}
