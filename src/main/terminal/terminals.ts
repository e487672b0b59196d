import type { EnvVariable } from '@agentclientprotocol/sdk'
import type { TerminalView } from '../../shared/contract/terminalView'
import type { Launches } from '../system/process/launches'
import type { DisplayTerminal } from './displayTerminal'
import type { TerminalSandbox } from './terminalSandbox'
import type { TerminalListener, TerminalWatch } from './terminalWatchers'
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { HostError } from '../../shared/errors'
import { DisplayTerminals } from './displayTerminals'
import { forgetOldest } from './forgetOldest'
import { ensureStartable, type Pty, type PtyStart, startPty } from './pty'
import { requestedLine, startLine } from './startLine'
import { outputLimit } from './stream/outputLimit'
import { Terminal } from './terminal'
import { terminalEnvironment } from './terminalEnvironment'

/** What the terminals of a thread start from, and who is notified. */
export interface TerminalsOptions {
  /** The environment that commands start from: the person's own. */
  readonly baseEnvironment: Readonly<Record<string, string | undefined>>
  /** Keeps records of what runs, so that it ends with Parley however Parley ends. */
  readonly launches?: Launches
  /** A terminal has ended. */
  readonly onEnd: (view: TerminalView) => void
  /** An agent releases none of its terminals: the oldest that has ended was released for it. */
  readonly onLetGo?: () => void
  /** Less of a command's output is kept for the agent than it asks for: its terminals keep too much together. */
  readonly onOutputCut?: () => void
  /** How many commands may run at once, and how many terminals an agent may hold. */
  readonly mostHeld?: number
  /** How long a command has to end by itself after it was asked to. */
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
}

/** The terminals of one thread: those that Parley runs for the agent, and those that the agent runs and tells of. */
export class Terminals {
  /** Those that the agent runs. */
  readonly displayed: DisplayTerminals
  readonly #options: TerminalsOptions
  /** Those whose id the agent may use. */
  readonly #held = new Map<string, Terminal>()
  /** Those that the agent has released: they only go on being shown. */
  readonly #released = new Map<string, Terminal>()
  readonly #releasedIds = new Set<string>()
  readonly #stopping = new Set<Promise<void>>()
  readonly #mostHeld: number
  #isDisposed = false

  constructor(options: TerminalsOptions) {
    this.#options = options
    this.#mostHeld = options.mostHeld ?? 32
    this.displayed = new DisplayTerminals({
      isOurs: terminalId => this.operated(terminalId) !== undefined,
      onEnd: options.onEnd,
    })
  }

  get isAnyRunning(): boolean {
    return this.#running().length > 0
  }

  /** Whether no more commands may run for now. */
  get isFull(): boolean {
    return this.#running().length >= this.#mostHeld
  }

  /** Starts a command and answers at once. */
  create({ command, args, cwd, env, outputByteLimit, sandbox }: TerminalRequest): Terminal {
    const { baseEnvironment, launches, onEnd, graceMs } = this.#options
    if (this.#isDisposed)
      throw new HostError('closed', 'Failed to start terminal: the thread is closed')
    if (this.isFull)
      throw new HostError('busy', `Failed to start terminal: ${this.#mostHeld} commands are running already; end one first`)
    if (this.#held.size >= this.#mostHeld)
      this.#letGo()
    const terminalId = randomUUID()
    const environment = terminalEnvironment({
      base: sandbox?.environment(baseEnvironment) ?? baseEnvironment,
      agentEnv: env,
      owner: terminalId,
    })
    const line = startLine({ command, args, environment: baseEnvironment, platform: process.platform, hasFile: existsSync })
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

  /** The terminal that the agent means; released ones and its own are not found. */
  find(terminalId: string): Terminal {
    const terminal = this.#held.get(terminalId)
    if (!terminal)
      throw new HostError('not_found', `Terminal ${terminalId} not found`)
    return terminal
  }

  /** Ends the command where it runs and frees the id. Answers when it has ended; a second time does nothing. */
  async release(terminalId: string): Promise<void> {
    if (this.#releasedIds.has(terminalId))
      return
    const terminal = this.find(terminalId)
    this.#giveUp(terminal)
    await this.#stop(terminal)
    forgetOldest(this.#released)
  }

  /** A terminal as it stands, also when it has ended or is released. */
  view(terminalId: string): TerminalView | undefined {
    return this.#shown(terminalId)?.view()
  }

  /** From here on `listener` gets its output, after what its view shows; `undefined` for an unknown terminal. */
  watch(terminalId: string, listener: TerminalListener): TerminalWatch | undefined {
    return this.#shown(terminalId)?.watch(listener)
  }

  /** The terminal that the person acts on: types into, resizes, kills. */
  operated(terminalId: string): Terminal | undefined {
    return this.#held.get(terminalId) ?? this.#released.get(terminalId)
  }

  /** Ends every command and waits for that, three seconds at most: nobody is left to end one, or to ask for its output. */
  async endAll(): Promise<void> {
    for (const terminal of this.#held.values())
      void this.#stop(terminal)
    this.displayed.endAll()
    await Promise.all(this.#stopping)
  }

  /** Starts nothing any more, and ends every command. */
  async dispose(): Promise<void> {
    this.#isDisposed = true
    await this.endAll()
  }

  /** Releases the oldest that has ended, for an agent that releases none: what it holds would grow with each command. */
  #letGo(): void {
    const ended = [...this.#held.values()].find(terminal => !terminal.isRunning)
    if (!ended)
      return
    this.#giveUp(ended)
    void this.#stop(ended) // what it put into the background
    forgetOldest(this.#released)
    this.#options.onLetGo?.()
  }

  /** The agent cannot use its id any more. */
  #giveUp(terminal: Terminal): void {
    this.#held.delete(terminal.terminalId)
    this.#releasedIds.add(terminal.terminalId)
    this.#released.set(terminal.terminalId, terminal)
    terminal.forgetPlainText()
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

  #shown(terminalId: string): Terminal | DisplayTerminal | undefined {
    return this.operated(terminalId) ?? this.displayed.find(terminalId)
  }
}

function inSandbox(start: Omit<PtyStart, 'columns' | 'rows'>, sandbox: TerminalSandbox | undefined): Omit<PtyStart, 'columns' | 'rows'> {
  if (!sandbox)
    return start
  // The sandbox would only be told by its own words that the command is not there.
  ensureStartable(start)
  if (typeof start.args === 'string')
    throw new HostError('unsupported', 'Failed to start terminal: there is no sandbox for commands on this system')
  return { ...start, ...sandbox.line({ file: start.file, args: start.args }) }
}
