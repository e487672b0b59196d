import type { Launches } from '../system/process/launches'
import type { Report } from '../system/report'
import type { AgentEnd } from './agentEnd'
import type { InitializeResult } from './decode/agentResults'
import { randomUUID } from 'node:crypto'
import { type AgentCapabilities, type AuthMethod, client, type ClientConnection } from '@agentclientprotocol/sdk'
import { HostError } from '../../shared/errors'
import { Listeners } from '../../shared/listeners'
import { getTransport } from '../../shared/settings/agentAddress'
import { AgentCalls } from './agentCalls'
import {
  type AgentAddress,
  agentDeadlines,
  type AgentDeadlines,
  type AgentDefinition,
  allCapabilities,
  type ClientCapabilities,
} from './agentDefinition'
import { type AgentExit, createExitError, createInitializeError } from './agentErrors'
import { registerAgentRequests, type SessionRequests } from './agentRequests'
import { MissingMethods, steer } from './missingMethods'
import { HttpEnd } from './network/httpEnd'
import { SocketEnd } from './network/socketEnd'
import { AgentProcess } from './process/agentProcess'
import { type SessionClient, SessionRegistry } from './sessionRegistry'
import { AgentTrace, writeTrace } from './trace/agentTrace'
import { TraceSecrets } from './trace/traceSecrets'
import { AgentWire, type WireCounts, type WireEnd } from './wire/agentWire'
import { lineLimits } from './wire/lineSplitter'

/** A running agent and its wire. The constructor starts or contacts it; await `ready` before any call. */
export class AgentConnection {
  readonly connectionId = randomUUID()
  readonly agent: AgentDefinition
  readonly folder: string
  readonly trace = new AgentTrace()
  /** The current secret values, which must never be written to a trace or log. */
  readonly secrets = (): readonly string[] => [
    ...Object.values({ ...this.agent.env, ...this.agent.keys }),
    ...listHeaderSecrets(this.agent.address),
    ...this.#options.secrets?.() ?? [],
  ]

  /** Notices for the person about skipped messages. */
  readonly notices = new Listeners<string>()
  /** Resolves after `initialize`. If that fails, rejects and kills the process. */
  readonly ready: Promise<void>
  readonly calls: AgentCalls
  readonly #options: AgentConnectionOptions
  readonly #deadlines: AgentDeadlines
  readonly #offers: ClientCapabilities
  readonly #end: AgentEnd
  readonly #wire: AgentWire
  readonly #sdk: ClientConnection
  readonly #sessions = new SessionRegistry()
  readonly #missing = new MissingMethods()
  readonly #exitListeners = new Listeners<AgentExit>()
  readonly #endTrace: () => void
  #initializeResult: InitializeResult | undefined
  #exit: AgentExit | undefined
  /** Why Parley stopped the agent, if that explains more than the exit code. */
  #why: string | undefined

  /** Throws a `HostError` if the folder is missing. */
  constructor(options: AgentConnectionOptions) {
    this.#options = options
    this.agent = options.agent
    this.folder = options.folder
    this.#deadlines = { ...agentDeadlines, ...options.deadlines }
    this.#offers = options.agent.offers ?? options.offers ?? allCapabilities
    this.#end = this.#open()
    this.#endTrace = writeTrace({
      trace: this.trace,
      agent: options.agent,
      folder: options.traceFolder,
      report: options.report,
      secrets: this.secrets,
    })
    this.#wire = new AgentWire({
      input: this.#end.input,
      output: this.#end.output,
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
      exitError: () => this.#exit && createExitError(this.#exit),
      redact: text => this.#redact(text),
    })
    this.ready = this.#start()
    this.ready.catch(() => undefined) // callers may ignore `ready`; those that await it still get the error
    this.#end.exit.then(exit => this.#finish(exit)).catch(error => options.report(error, 'after the end of an agent'))
  }

  /** Whether the agent accepts messages during a turn. */
  get canSteer(): boolean {
    return this.#initializeResult?.canSteer === true && !this.#missing.has(steer)
  }

  /** The advertised capabilities, without those whose method turned out to be missing. */
  get capabilities(): AgentCapabilities {
    return this.#missing.without(this.#initializeResult?.capabilities ?? {})
  }

  get authMethods(): readonly AuthMethod[] {
    return this.#initializeResult?.authMethods ?? []
  }

  get agentInfo(): InitializeResult['agentInfo'] {
    return this.#initializeResult?.agentInfo
  }

  /** How the agent exited; `undefined` while it runs. */
  get exit(): AgentExit | undefined {
    return this.#exit
  }

  get pid(): number | undefined {
    return this.#end.pid
  }

  /** The last lines of stderr. Secrets are redacted because the thread stores them. */
  get stderrTail(): string {
    return this.#redact(this.#end.stderrTail)
  }

  get counts(): WireCounts & { readonly unknownSession: number } {
    return { ...this.#wire.counts, unknownSession: this.#sessions.dropped }
  }

  /** Calls `listener` when the agent exits, or at once if it already has. Returns a function that unsubscribes. */
  onExit(listener: (exit: AgentExit) => void): () => void {
    if (this.#exit !== undefined)
      listener(this.#exit)
    return this.#exitListeners.add(listener) // an agent exits once, so no listener is called twice
  }

  /**
   * Routes a session's updates and requests to `client`, starting with updates that arrived early. Call it before
   * loading a session. Throws if the session already has a client. Returns a function that detaches the client.
   */
  attachSession(sessionId: string, client: SessionClient): () => void {
    return this.#sessions.attach(sessionId, client)
  }

  /**
   * Routes requests without a session id, such as those of a sign-in, to `requests`. Returns a function that stops it.
   */
  routeSessionless(requests: SessionRequests): () => void {
    return this.#sessions.routeSessionless(requests)
  }

  /** Pauses reading from the agent until the returned function is called, for a host that cannot keep up. */
  holdInput(): () => void {
    return this.#wire.holdInput()
  }

  /** Kills the process and its descendants. Exit listeners get `why` as the reason. */
  async kill(why?: string): Promise<void> {
    this.#why ??= why
    await this.#end.kill()
  }

  /** Shuts the agent down gracefully: closes its stdin, then sends signals. */
  async dispose(): Promise<void> {
    await this.#end.stop(this.#deadlines)
  }

  #open(): AgentEnd {
    const { agent, folder, environment = process.env, launches, beatMs, quietMs } = this.#options
    const { address } = agent
    if (address && getTransport(address.url) === 'http')
      return new HttpEnd({ address, environment, quietMs, onNote: note => this.trace.note(note) })
    if (address)
      return new SocketEnd({ address, environment, beatMs, openMs: this.#deadlines.initializeMs })
    return new AgentProcess({
      agent,
      folder,
      environment,
      owner: this.connectionId,
      launches,
      onStderr: line => this.trace.stderr(line),
    })
  }

  #connect(): ClientConnection {
    const app = client({ name: 'parley' })
    registerAgentRequests({
      app,
      sessions: this.#sessions,
      offers: this.#offers,
      isInitialized: () => this.#initializeResult !== undefined,
      whenWritable: () => this.#wire.whenWritable(),
      onNotice: notice => this.notices.emit(notice),
      report: this.#options.report,
    })
    return app.connect(this.#wire.stream)
  }

  async #start(): Promise<void> {
    try {
      await this.#end.started
    }
    catch (error) {
      throw this.#redactSecrets(error)
    }
    try {
      this.#initializeResult = await this.calls.initialize({ version: this.#options.version, offers: this.#offers })
    }
    catch (error) {
      if (this.#exit === undefined)
        await this.kill()
      throw createInitializeError(error, { stderrTail: this.stderrTail, noise: this.#redact(this.#wire.firstNoise ?? '') })
    }
  }

  /** A server may echo what it was sent, as in the address of a redirect. */
  #redactSecrets(error: unknown): unknown {
    if (!(error instanceof HostError) || !this.agent.address)
      return error
    return new HostError(error.code, this.#redact(error.message), { cause: error.cause })
  }

  #redact(text: string): string {
    return new TraceSecrets(this.secrets()).clean(text)
  }

  /** Kills an agent that has closed its stdin or stdout, because it is unusable even if the process still runs. */
  async #endAfter(end: WireEnd): Promise<void> {
    if (end === 'no lines')
      this.#why = `The agent was stopped: it wrote ${lineLimits.fatalBytes / 1024 / 1024} MiB without a newline.`
    // The process usually exits by itself a moment later, and its exit code explains more.
    if (await this.#end.endsWithin(500))
      return
    this.#why ??= 'The agent was stopped: it closed its connection to Parley.'
    await this.kill()
  }

  async #finish({ code, signal, why, isBrokenOff }: Awaited<AgentEnd['exit']>): Promise<void> {
    await this.#wire.finish()
    const told = why === undefined ? undefined : this.#redact(why)
    this.#exit = { code, signal, stderrTail: this.stderrTail, why: this.#why ?? told, isBrokenOff }
    this.#sdk.close(createExitError(this.#exit))
    this.#wire.dispose()
    this.#sessions.dispose()
    this.#endTrace()
    this.trace.shrink()
    this.#exitListeners.emit(this.#exit)
    this.#exitListeners.clear()
    await this.#end.endLeftovers(this.#deadlines.graceMs)
  }
}

export interface AgentConnectionOptions {
  readonly agent: AgentDefinition
  readonly folder: string
  /** Parley's version, sent to the agent. */
  readonly version: string
  readonly report: Report
  /** Client capabilities, unless the agent's definition overrides them. */
  readonly offers?: ClientCapabilities
  readonly deadlines?: Partial<AgentDeadlines>
  /** The person's environment variables. */
  readonly environment?: NodeJS.ProcessEnv
  /** Records the process so that the next start can kill it if Parley crashes. */
  readonly launches?: Launches
  /** The folder for traces of all messages. If absent, no trace is written. */
  readonly traceFolder?: string
  /** Returns the stored secrets, which must never be written to a trace or log. */
  readonly secrets?: () => readonly string[]
  /** How often a silent connection to a remote agent is probed. */
  readonly beatMs?: number | undefined
  /** How long an agent reached over HTTP must be silent before a loaded session counts as complete. */
  readonly quietMs?: number | undefined
}

/** Parts of an address that must not be logged: header values, also without a scheme such as `Bearer`. */
function listHeaderSecrets(address: AgentAddress | undefined): string[] {
  return Object.values(address?.headers ?? {}).flatMap(value => [value, ...value.split(' ').slice(1)])
}
