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
import { type CheckedStart, createStartLine, formatRequestedCommand } from './startLine'
import { Terminal, type TerminalSandbox } from './terminal'
import { createTerminalEnvironment } from './terminalEnvironment'

const defaultBytes = 1024 * 1024
const maxBytes = 16 * 1024 * 1024
/** The total for all terminals that an agent holds. Once exceeded, further terminals get at most the default. */
const maxTotalBytes = 64 * 1024 * 1024

export interface TerminalsOptions {
  /** The person's environment, from which commands inherit. */
  readonly baseEnvironment: Readonly<Record<string, string | undefined>>
  /** Records running commands, so that they are killed even if Parley crashes. */
  readonly launches?: Launches
  /** Called when a terminal's command has exited. */
  readonly onEnd: (view: TerminalView) => void
  /** Called when the oldest exited terminal was released, because the agent does not release terminals. */
  readonly onReleasedForAgent?: () => void
  /** Called when a command's output limit was reduced, because the agent's terminals exceed their total limit. */
  readonly onOutputCut?: () => void
  readonly report: Report
  /** Maximum number of running commands, and of terminals that an agent may hold. */
  readonly maxHeld?: number
  /** How long a command may take to exit after SIGTERM. */
  readonly graceMs?: number
}

/** An allowed `terminal/create` request with a checked `cwd`. */
export interface TerminalRequest {
  readonly command: string
  readonly args?: readonly string[]
  readonly cwd: string
  readonly env?: readonly EnvVariable[]
  readonly outputByteLimit?: number | null
  readonly sandbox?: TerminalSandbox
  /** The process to start instead, if its words were checked individually. */
  readonly checked?: CheckedStart
}

/** The terminals of a thread: those that Parley runs for the agent, and those that the agent runs and reports. */
export class Terminals {
  /** Terminals that the agent runs itself. */
  readonly agentTerminals: AgentTerminals
  readonly #options: TerminalsOptions
  /** Terminals that the agent has not released. */
  readonly #held = new Map<string, Terminal>()
  /** Released terminals, kept for display. */
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

  /** Whether the maximum number of commands is running. */
  get isFull(): boolean {
    return this.#running().length >= this.#maxHeld
  }

  /** Starts a command and returns immediately. */
  create({ command, args, cwd, env, outputByteLimit, sandbox, checked }: TerminalRequest): Terminal {
    const { baseEnvironment, launches, onEnd, graceMs } = this.#options
    if (this.#isDisposed)
      throw new HostError('closed', 'Failed to start terminal: the thread is closed')
    if (this.isFull) {
      throw new HostError(
        'busy',
        `Failed to start terminal: ${this.#maxHeld} commands are running already; end one first`,
      )
    }
    if (this.#held.size >= this.#maxHeld)
      this.#releaseOldest()
    const terminalId = randomUUID()
    const environment = createTerminalEnvironment({
      base: sandbox?.environment(baseEnvironment) ?? baseEnvironment,
      agentEnv: checked ? [...env ?? [], ...checked.env] : env,
      owner: terminalId,
    })
    const line = checked?.line
      ?? createStartLine({ command, args, environment: baseEnvironment, platform: process.platform, hasFile: existsSync })
    const size = { columns: 80, rows: 24 }
    const spawn = (): Pty =>
      startPty({ ...wrapInSandbox({ file: line.file, args: line.args, cwd, env: environment }, sandbox), ...size })
    const limit = getOutputLimit(outputByteLimit, [...this.#held.values()].map(terminal => terminal.outputByteLimit))
    const terminal = new Terminal({
      terminalId,
      commandLine: formatRequestedCommand({ command, args }),
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

  /** Finds a terminal that the agent holds. Throws for released terminals and those that the agent runs itself. */
  find(terminalId: string): Terminal {
    const terminal = this.#held.get(terminalId)
    if (!terminal)
      throw new HostError('not_found', `Terminal ${terminalId} not found`)
    return terminal
  }

  /** Releases a terminal and stops its command. Resolves when the command has exited. Ignores an unknown id. */
  async release(terminalId: string): Promise<void> {
    const terminal = this.#held.get(terminalId)
    if (!terminal)
      return
    this.#release(terminal)
    await this.#stop(terminal)
    dropOldest(this.#released)
  }

  /** The current view of a terminal, including exited and released ones. */
  view(terminalId: string): TerminalView | undefined {
    return this.#findAny(terminalId)?.view()
  }

  /** Sends output after the current view to `listener`. Returns `undefined` for an unknown terminal. */
  watch(terminalId: string, listener: TerminalListener): TerminalWatch | undefined {
    return this.#findAny(terminalId)?.watch(listener)
  }

  /** A terminal that Parley runs, for input, resizing and killing by the person. */
  hostTerminal(terminalId: string): Terminal | undefined {
    return this.#held.get(terminalId) ?? this.#released.get(terminalId)
  }

  /** Stops all commands and waits, three seconds at most. For an agent that has exited and can no longer use them. */
  async endAll(): Promise<void> {
    const stopping = [...this.#held.values()].map(terminal => this.#stop(terminal))
    this.agentTerminals.endAll()
    await Promise.all([...stopping, ...this.#stopping])
  }

  /** Stops all commands and rejects new ones. */
  async dispose(): Promise<void> {
    this.#isDisposed = true
    await this.endAll()
  }

  /** Releases the oldest exited terminal. Otherwise they would accumulate for an agent that releases none. */
  #releaseOldest(): void {
    const ended = [...this.#held.values()].find(terminal => !terminal.isRunning)
    if (!ended)
      return
    this.#release(ended)
    // Stops its background processes.
    this.#stop(ended).catch(error => this.#options.report(error, 'releasing a terminal'))
    dropOldest(this.#released)
    this.#options.onReleasedForAgent?.()
  }

  /** Invalidates the id for the agent. */
  #release(terminal: Terminal): void {
    this.#held.delete(terminal.terminalId)
    this.#released.set(terminal.terminalId, terminal)
    terminal.dropAgentOutput()
  }

  #stop(terminal: Terminal): Promise<void> {
    const stopping = terminal.kill().finally(() => {
      this.#stopping.delete(stopping)
      this.#options.launches?.ended(terminal.terminalId) // not on exit, because background processes may outlive the command
    })
    this.#stopping.add(stopping)
    return stopping
  }

  #running(): Terminal[] {
    return [...this.#held.values(), ...this.#released.values()].filter(terminal => terminal.isRunning)
  }

  #findAny(terminalId: string): Terminal | AgentTerminal | undefined {
    return this.hostTerminal(terminalId) ?? this.agentTerminals.find(terminalId)
  }
}

type SizelessStart = Omit<PtyStart, 'columns' | 'rows'>

function wrapInSandbox(start: SizelessStart, sandbox: TerminalSandbox | undefined): SizelessStart {
  if (!sandbox)
    return start
  // Check first, because otherwise the sandbox program would report a missing command with its own message.
  ensureStartable(start)
  if (typeof start.args === 'string')
    throw new HostError('unsupported', 'Failed to start terminal: there is no sandbox for commands on this system')
  return { ...start, ...sandbox.line({ file: start.file, args: start.args }) }
}

/** The output limit of a new terminal. `held` are the limits of the terminals that the agent already holds. */
function getOutputLimit(asked: number | null | undefined, held: readonly number[]): { bytes: number, isCut: boolean } {
  const wanted = Math.min(Math.max(0, Math.floor(asked ?? defaultBytes)), maxBytes)
  const available = maxTotalBytes - held.reduce((sum, bytes) => sum + bytes, 0)
  const bytes = Math.min(wanted, Math.max(available, defaultBytes))
  return { bytes, isCut: bytes < wanted }
}
