import type { EnvVariable } from '@agentclientprotocol/sdk'
import type { TerminalView } from '../../shared/contract/terminalView'
import type { Launches } from '../system/process/launches'
import type { Report } from '../system/report'
import type { TerminalListener, TerminalWatch } from './terminalWatchers'
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { HostError } from '../../shared/errors'
import { type AgentTerminal, AgentTerminals, dropOldest } from './agentTerminals'
import { ensureStartable, type Pty, type PtyStart, startPty } from './pty'
import { type CheckedStart, requestedLine, startLine } from './startLine'
import { Terminal, type TerminalSandbox } from './terminal'
import { terminalEnvironment } from './terminalEnvironment'

const defaultBytes = 1024 * 1024
const maxBytes = 16 * 1024 * 1024
/** Of all terminals that an agent holds. Where it is used up, each further one gets no more than the default. */
const maxTogether = 64 * 1024 * 1024

/** What the terminals of a thread start from, and who is notified. */
export interface TerminalsOptions {
  /** The environment that commands start from: the person's own. */
  readonly baseEnvironment: Readonly<Record<string, string | undefined>>
  /** Keeps records of what runs, so that it ends with Parley however Parley ends. */
  readonly launches?: Launches
  /** A terminal has ended. */
  readonly onEnd: (view: TerminalView) => void
  /** The agent releases none of its terminals, so the oldest that has ended was released for it. */
  readonly onReleasedForAgent?: () => void
  /** Less of a command's output is kept than the agent asks for, because its terminals together keep too much. */
  readonly onOutputCut?: () => void
  readonly report: Report
  /** How many commands may run at once, and how many terminals an agent may hold. */
  readonly maxHeld?: number
  /** How long a command may take to end after SIGTERM. */
  readonly graceMs?: number
}

/** A `terminal/create` request that has been allowed, its `cwd` checked. */
export interface TerminalRequest {
  readonly command: string
  readonly args?: readonly string[]
  readonly cwd: string
  readonly env?: readonly EnvVariable[]
  readonly outputByteLimit?: number | null
  /** The sandbox that it runs in. */
  readonly sandbox?: TerminalSandbox
  /** What is started for it, where that was checked word by word. */
  readonly checked?: CheckedStart
}

/**
 * The terminals of one thread: those that Parley runs for the agent, and those that the agent runs itself and reports.
 */
export class Terminals {
  /** Those that the agent runs itself. */
  readonly agentTerminals: AgentTerminals
  readonly #options: TerminalsOptions
  /** Those whose id the agent may use. */
  readonly #held = new Map<string, Terminal>()
  /** Released by the agent, kept for display only. */
  readonly #released = new Map<string, Terminal>()
  readonly #stopping = new Set<Promise<void>>()
  readonly #maxHeld: number
  #isDisposed = false

  constructor(options: TerminalsOptions) {
    this.#options = options
    this.#maxHeld = options.maxHeld ?? 32
    this.agentTerminals = new AgentTerminals({
      isHostTerminal: terminalId => this.hostTerminal(terminalId) !== undefined,
      onEnd: options.onEnd,
    })
  }

  get isAnyRunning(): boolean {
    return this.#running().length > 0
  }

  /** Whether no more commands may run for now. */
  get isFull(): boolean {
    return this.#running().length >= this.#maxHeld
  }

  /** Starts a command and answers at once. */
  create({ command, args, cwd, env, outputByteLimit, sandbox, checked }: TerminalRequest): Terminal {
    const { baseEnvironment, launches, onEnd, graceMs } = this.#options
    if (this.#isDisposed)
      throw new HostError('closed', 'Failed to start terminal: the thread is closed')
    if (this.isFull)
      throw new HostError('busy', `Failed to start terminal: ${this.#maxHeld} commands are running already; end one first`)
    if (this.#held.size >= this.#maxHeld)
      this.#releaseOldest()
    const terminalId = randomUUID()
    const environment = terminalEnvironment({
      base: sandbox?.environment(baseEnvironment) ?? baseEnvironment,
      agentEnv: checked ? [...env ?? [], ...checked.env] : env,
      owner: terminalId,
    })
    const line = checked?.line
      ?? startLine({ command, args, environment: baseEnvironment, platform: process.platform, hasFile: existsSync })
    const size = { columns: 80, rows: 24 }
    const spawn = (): Pty => startPty({ ...inSandbox({ file: line.file, args: line.args, cwd, env: environment }, sandbox), ...size })
    const limit = outputLimit(outputByteLimit, [...this.#held.values()].map(terminal => terminal.outputByteLimit))
    const terminal = new Terminal({
      terminalId,
      commandLine: requestedLine({ command, args }),
      cwd,
      ...size,
      outputByteLimit: limit.bytes,
      pty: launches ? launches.launch(terminalId, spawn) : spawn(),
      onEnd,
      graceMs,
      sandbox,
    })
    this.#held.set(terminalId, terminal)
    if (limit.isCut)
      this.#options.onOutputCut?.()
    return terminal
  }

  /** The terminal that the agent means. Throws for those it has released and those it runs itself. */
  find(terminalId: string): Terminal {
    const terminal = this.#held.get(terminalId)
    if (!terminal)
      throw new HostError('not_found', `Terminal ${terminalId} not found`)
    return terminal
  }

  /**
   * Ends the command if it runs and frees the id. Resolves when it has ended; an id that no one holds is free already.
   */
  async release(terminalId: string): Promise<void> {
    const terminal = this.#held.get(terminalId)
    if (!terminal)
      return
    this.#release(terminal)
    await this.#stop(terminal)
    dropOldest(this.#released)
  }

  /** A terminal's present view, also when it has ended or is released. */
  view(terminalId: string): TerminalView | undefined {
    return this.#shown(terminalId)?.view()
  }

  /** From here on `listener` gets its output, after what its view shows; `undefined` for an unknown terminal. */
  watch(terminalId: string, listener: TerminalListener): TerminalWatch | undefined {
    return this.#shown(terminalId)?.watch(listener)
  }

  /** A terminal that Parley runs, which the person can type into, resize and kill. */
  hostTerminal(terminalId: string): Terminal | undefined {
    return this.#held.get(terminalId) ?? this.#released.get(terminalId)
  }

  /**
   * Ends every command and waits for it, three seconds at most. For an agent that is gone and can neither end them nor
   * read them.
   */
  async endAll(): Promise<void> {
    const stopping = [...this.#held.values()].map(terminal => this.#stop(terminal))
    this.agentTerminals.endAll()
    await Promise.all([...stopping, ...this.#stopping])
  }

  /** Ends every command; from here on none can be started. */
  async dispose(): Promise<void> {
    this.#isDisposed = true
    await this.endAll()
  }

  /**
   * Releases the oldest that has ended, for an agent that releases none: otherwise they would grow with each command.
   */
  #releaseOldest(): void {
    const ended = [...this.#held.values()].find(terminal => !terminal.isRunning)
    if (!ended)
      return
    this.#release(ended)
    // Ends what it put into the background.
    this.#stop(ended).catch(error => this.#options.report(error, 'releasing a terminal'))
    dropOldest(this.#released)
    this.#options.onReleasedForAgent?.()
  }

  /** From here on the agent cannot use its id. */
  #release(terminal: Terminal): void {
    this.#held.delete(terminal.terminalId)
    this.#released.set(terminal.terminalId, terminal)
    terminal.dropAgentOutput()
  }

  #stop(terminal: Terminal): Promise<void> {
    const stopping = terminal.kill().finally(() => {
      this.#stopping.delete(stopping)
      this.#options.launches?.ended(terminal.terminalId) // not at its exit: what it put into the background may live on until here
    })
    this.#stopping.add(stopping)
    return stopping
  }

  #running(): Terminal[] {
    return [...this.#held.values(), ...this.#released.values()].filter(terminal => terminal.isRunning)
  }

  #shown(terminalId: string): Terminal | AgentTerminal | undefined {
    return this.hostTerminal(terminalId) ?? this.agentTerminals.find(terminalId)
  }
}

function inSandbox(start: Omit<PtyStart, 'columns' | 'rows'>, sandbox: TerminalSandbox | undefined): Omit<PtyStart, 'columns' | 'rows'> {
  if (!sandbox)
    return start
  // Otherwise the sandbox's own program would report a missing command, in its own words.
  ensureStartable(start)
  if (typeof start.args === 'string')
    throw new HostError('unsupported', 'Failed to start terminal: there is no sandbox for commands on this system')
  return { ...start, ...sandbox.line({ file: start.file, args: start.args }) }
}

/**
 * How much of a command's output is kept for an agent that asks for `asked` and holds terminals with limits of `held`
 * already.
 */
function outputLimit(asked: number | null | undefined, held: readonly number[]): { bytes: number, isCut: boolean } {
  const wanted = Math.min(Math.max(0, Math.floor(asked ?? defaultBytes)), maxBytes)
  const left = maxTogether - held.reduce((sum, bytes) => sum + bytes, 0)
  const bytes = Math.min(wanted, Math.max(left, defaultBytes))
  return { bytes, isCut: bytes < wanted }
}
