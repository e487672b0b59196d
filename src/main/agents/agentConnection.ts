import type { Launches } from '../system/process/launches'
import type { Report } from '../system/report'
import type { InitializeResult } from './decode/agentResults'
import { randomUUID } from 'node:crypto'
import { type AgentCapabilities, type AuthMethod, client, type ClientConnection } from '@agentclientprotocol/sdk'
import { Listeners } from '../../shared/listeners'
import { AgentCalls } from './agentCalls'
import {
  agentDeadlines,
  type AgentDeadlines,
  type AgentDefinition,
  allCapabilities,
  type ClientCapabilities,
} from './agentDefinition'
import { type AgentExit, agentExited, notGreeted } from './agentErrors'
import { registerAgentRequests, type SessionRequests } from './agentRequests'
import { MissingMethods, steer } from './missingMethods'
import { AgentProcess } from './process/agentProcess'
import { type SessionClient, SessionRegistry } from './sessionRegistry'
import { AgentTrace, writeTrace } from './trace/agentTrace'
import { TraceSecrets } from './trace/traceSecrets'
import { AgentWire, type WireCounts, type WireEnd } from './wire/agentWire'
import { lineLimits } from './wire/lineSplitter'

/** One running agent and its wire. It starts when it is made; await `ready` before anything else. */
export class AgentConnection {
  readonly connectionId = randomUUID()
  readonly agent: AgentDefinition
  readonly folder: string
  readonly trace = new AgentTrace()
  /** The values that must never be written down, as they are now. */
  readonly secrets = (): readonly string[] => [
    ...Object.values({ ...this.agent.env, ...this.agent.keys }),
    ...this.#options.secrets?.() ?? [],
  ]

  /** What a person should know about messages that were ignored. */
  readonly notices = new Listeners<string>()
  /** Once the agent has introduced itself. Rejected, and the process ended, when it does not. */
  readonly ready: Promise<void>
  /** What can be asked of it. */
  readonly calls: AgentCalls
  readonly #options: AgentConnectionOptions
  readonly #deadlines: AgentDeadlines
  readonly #offers: ClientCapabilities
  readonly #process: AgentProcess
  readonly #wire: AgentWire
  readonly #sdk: ClientConnection
  readonly #sessions = new SessionRegistry()
  readonly #missing = new MissingMethods()
  readonly #exitListeners = new Listeners<AgentExit>()
  readonly #endTrace: () => void
  #greeting: InitializeResult | undefined
  #exit: AgentExit | undefined
  /** Why it was ended, when that says more than how. */
  #why: string | undefined

  /** Throws a `HostError` when the folder is not there. */
  constructor(options: AgentConnectionOptions) {
    this.#options = options
    this.agent = options.agent
    this.folder = options.folder
    this.#deadlines = { ...agentDeadlines, ...options.deadlines }
    this.#offers = options.agent.offers ?? options.offers ?? allCapabilities
    this.#process = new AgentProcess({
      agent: options.agent,
      folder: options.folder,
      environment: options.environment ?? process.env,
      owner: this.connectionId,
      launches: options.launches,
      onStderr: line => this.trace.stderr(line),
    })
    this.#endTrace = writeTrace({
      trace: this.trace,
      agent: options.agent,
      folder: options.traceFolder,
      report: options.report,
      secrets: options.secrets,
    })
    this.#wire = new AgentWire({
      input: this.#process.stdout,
      output: this.#process.stdin,
      trace: this.trace,
      onUpdate: (sessionId, update, bytes) => this.#sessions.update(sessionId, update, bytes),
      onNotice: notice => this.notices.emit(notice),
      onClose: end => void this.#endAfter(end).catch(error => options.report(error, 'ending an agent')),
    })
    this.#sdk = this.#connect()
    this.calls = new AgentCalls({
      agent: this.#sdk.agent,
      deadlines: this.#deadlines,
      missing: this.#missing,
      ended: () => this.#exit && agentExited(this.#exit),
      clean: text => this.#withoutSecrets(text),
    })
    this.ready = this.#start()
    this.ready.catch(() => undefined) // callers that await it get the error; none has to
    void this.#process.exit.then(exit => this.#finish(exit)).catch(error => options.report(error, 'after the end of an agent'))
  }

  /** It takes messages into a running turn. */
  get canSteer(): boolean {
    return this.#greeting?.canSteer === true && !this.#missing.has(steer)
  }

  /** What it advertises, without what it turned out not to have. */
  get capabilities(): AgentCapabilities {
    return this.#missing.without(this.#greeting?.capabilities ?? {})
  }

  get authMethods(): readonly AuthMethod[] {
    return this.#greeting?.authMethods ?? []
  }

  get agentInfo(): InitializeResult['agentInfo'] {
    return this.#greeting?.agentInfo
  }

  /** How it ended; `undefined` while it runs. */
  get exit(): AgentExit | undefined {
    return this.#exit
  }

  get pid(): number | undefined {
    return this.#process.pid
  }

  /** The last lines of its log, without secrets: they are kept with the thread. */
  get stderrTail(): string {
    return this.#withoutSecrets(this.#process.stderrTail)
  }

  get counts(): WireCounts & { readonly unknownSession: number } {
    return { ...this.#wire.counts, unknownSession: this.#sessions.dropped }
  }

  /** Calls `listener` once the agent has ended, also when it already has. Returns a function that stops it. */
  onExit(listener: (exit: AgentExit) => void): () => void {
    if (this.#exit !== undefined)
      listener(this.#exit)
    return this.#exitListeners.add(listener) // an agent ends once, so no listener is called twice
  }

  /**
   * Brings a session's updates and requests to `client`, first the updates that came early. To be called before a
   * session is loaded. Throws when the session has a client already. Returns a function that ends it.
   */
  attachSession(sessionId: string, client: SessionClient): () => void {
    return this.#sessions.attach(sessionId, client)
  }

  /** Brings requests that name no session, such as a sign-in's, to `requests`. Returns a function that ends it. */
  routeSessionless(requests: SessionRequests): () => void {
    return this.#sessions.routeSessionless(requests)
  }

  /** Stops reading from the agent until the returned function is called; for a host that cannot keep up. */
  holdInput(): () => void {
    return this.#wire.holdInput()
  }

  /** Ends the process and all that it started at once; `why` is what listeners get as the reason. */
  async kill(why?: string): Promise<void> {
    this.#why ??= why
    await this.#process.kill()
  }

  /** Ends it politely: end of input, then signals. */
  async dispose(): Promise<void> {
    await this.#process.stop(this.#deadlines)
  }

  #connect(): ClientConnection {
    const app = client({ name: 'parley' })
    registerAgentRequests({
      app,
      sessions: this.#sessions,
      offers: this.#offers,
      isInitialized: () => this.#greeting !== undefined,
      room: () => this.#wire.room(),
      onNotice: notice => this.notices.emit(notice),
      report: this.#options.report,
    })
    return app.connect(this.#wire.stream)
  }

  async #start(): Promise<void> {
    await this.#process.started
    try {
      this.#greeting = await this.calls.initialize({ version: this.#options.version, offers: this.#offers })
    }
    catch (error) {
      if (this.#exit === undefined)
        await this.kill()
      throw notGreeted(error, { stderrTail: this.stderrTail, noise: this.#withoutSecrets(this.#wire.firstNoise ?? '') })
    }
  }

  #withoutSecrets(text: string): string {
    return new TraceSecrets(this.secrets()).clean(text)
  }

  /** An agent whose input or output is closed is of no use, even if its process lives. */
  async #endAfter(end: WireEnd): Promise<void> {
    if (end === 'no lines')
      this.#why = `The agent was stopped: it wrote ${lineLimits.fatalBytes / 1024 / 1024} MiB without a newline.`
    // Its process most often ends by itself a moment later, and then how it ended says more.
    if (await this.#process.endsWithin(500))
      return
    this.#why ??= 'The agent was stopped: it closed its connection to Parley.'
    await this.kill()
  }

  async #finish({ code, signal }: { code: number | null, signal: string | null }): Promise<void> {
    await this.#wire.finish()
    this.#exit = { code, signal, stderrTail: this.stderrTail, why: this.#why }
    this.#sdk.close(agentExited(this.#exit))
    this.#wire.dispose()
    this.#sessions.dispose()
    this.#endTrace()
    this.trace.rest()
    this.#exitListeners.emit(this.#exit)
    this.#exitListeners.clear()
    await this.#process.endLeftovers(this.#deadlines.graceMs)
  }
}

/** What it takes to start an agent and connect to it. */
export interface AgentConnectionOptions {
  readonly agent: AgentDefinition
  readonly folder: string
  /** Parley's own version, which the agent is given. */
  readonly version: string
  readonly report: Report
  /** What the client offers, unless the agent's definition says otherwise. */
  readonly offers?: ClientCapabilities
  readonly deadlines?: Partial<AgentDeadlines>
  /** The person's environment. */
  readonly environment?: NodeJS.ProcessEnv
  /** Records the agent's process, so that it never outlives Parley, not even after a crash. */
  readonly launches?: Launches
  /** The folder for traces of all messages; without it, none are written. */
  readonly traceFolder?: string
  /** The current values of the stored secrets. They must never be written to a trace or log. */
  readonly secrets?: () => readonly string[]
}
