import type { TerminalExitStatus, TerminalOutputResponse } from '@agentclientprotocol/sdk'
import type { TerminalView } from '../../shared/contract/terminalView'
import type { SandboxDenial } from '../../shared/settings/sandbox'
import type { Pty } from './pty'
import { setTimeout as delay } from 'node:timers/promises'
import { killTree } from '../system/process/killTree'
import { AgentOutput } from './stream/agentOutput'
import { OutputFlow } from './stream/outputFlow'
import { ScreenOutput } from './stream/screenOutput'
import { type Characters, Utf8Stream } from './stream/utf8Stream'
import { type TerminalListener, type TerminalWatch, TerminalWatchers } from './terminalWatchers'

/** How long to wait for the exit event after a kill. Limited because a process may hang in the kernel. */
const exitTimeoutMs = 500

interface TerminalOptions {
  readonly terminalId: string
  readonly commandLine: string
  readonly cwd: string
  readonly columns: number
  readonly rows: number
  /** Maximum bytes of plain text to keep for the agent. Absent if no agent reads it. */
  readonly outputByteLimit?: number
  readonly pty: Pty
  readonly sandbox?: TerminalSandbox
  /** Output of an earlier process, shown above this one's. */
  readonly before?: string
  /** Called after each batch of output. */
  readonly onOutput?: () => void
  /** Called when the command has exited. */
  readonly onEnd?: (view: TerminalView) => void
  /** How long a command may take to exit after SIGTERM. */
  readonly graceMs?: number
}

/** A command on one of Parley's PTYs, running or exited. */
export class Terminal {
  readonly terminalId: string
  readonly #options: TerminalOptions
  readonly #utf8 = new Utf8Stream()
  readonly #screen = new ScreenOutput()
  readonly #watchers = new TerminalWatchers(() => this.#flow.resume())
  readonly #flow: OutputFlow
  readonly #exited: Promise<TerminalExitStatus>
  #agentOutput: AgentOutput | undefined
  #exit: TerminalExitStatus | undefined
  #killed = false
  #stopping: Promise<void> | undefined
  #columns: number
  #rows: number

  constructor(options: TerminalOptions) {
    this.#options = options
    this.terminalId = options.terminalId
    this.#columns = options.columns
    this.#rows = options.rows
    if (options.outputByteLimit !== undefined)
      this.#agentOutput = new AgentOutput(options.outputByteLimit)
    this.#screen.append(options.before ?? '')
    this.#watchers.markShown(this.#screen.offset)
    this.#flow = new OutputFlow({
      source: options.pty,
      watchers: this.#watchers,
      deliver: bytes => this.#take(this.#utf8.push(bytes)),
    })
    options.pty.onData(bytes => this.#flow.push(bytes))
    this.#exited = new Promise(resolve => options.pty.onExit((exit) => {
      this.#end(exit)
      resolve(exit)
    }))
  }

  get isRunning(): boolean {
    return this.#exit === undefined
  }

  /** Process id of the command, which is a session leader on POSIX. */
  get pid(): number {
    return this.#options.pty.pid
  }

  get exit(): TerminalExitStatus | undefined {
    return this.#exit
  }

  get outputByteLimit(): number {
    return this.#options.outputByteLimit ?? 0
  }

  /** The output for the agent. */
  output(): TerminalOutputResponse {
    this.#flow.flush()
    return {
      ...this.#agentOutput?.read() ?? { output: '', truncated: false },
      ...this.#exit && { exitStatus: this.#exit },
    }
  }

  waitForExit(): Promise<TerminalExitStatus> {
    return this.#exited
  }

  /**
   * Terminates the command and its descendants, including background processes, with SIGKILL after `graceMs`. Resolves
   * when all have exited or were sent SIGKILL.
   */
  kill(graceMs = this.#options.graceMs ?? 2_000): Promise<void> {
    if (this.isRunning)
      this.#killed = true
    this.#stopping ??= this.#stop(graceMs)
    return this.#stopping
  }

  /** Ends a shell like closing its window: an interactive shell ignores SIGTERM, but passes SIGHUP to its jobs. */
  hangUp(): Promise<void> {
    const { pty } = this.#options
    if (this.isRunning && process.platform !== 'win32')
      signalGroup(pty.pid, 'SIGHUP')
    return this.kill()
  }

  write(data: string): void {
    if (this.isRunning)
      this.#options.pty.write(data)
  }

  resize(columns: number, rows: number): void {
    if (!this.isRunning)
      return
    this.#columns = columns
    this.#rows = rows
    this.#options.pty.resize(columns, rows)
  }

  /**
   * Sends output after the current view to `listener`. The command is paused while the listener does not acknowledge
   * output.
   */
  watch(listener: TerminalListener): TerminalWatch {
    this.#flow.flush()
    return this.#watchers.add(listener, this.#screen.offset)
  }

  /** Discards the output kept for the agent. */
  dropAgentOutput(): void {
    this.#agentOutput = undefined
  }

  view(): TerminalView {
    this.#flow.flush()
    const { sandbox } = this.#options
    return {
      terminalId: this.terminalId,
      commandLine: this.#options.commandLine,
      cwd: this.#options.cwd,
      source: 'pty',
      state: this.#state,
      ...this.#exit && { exit: this.#exit },
      ...sandbox && { sandbox: { network: sandbox.network, denied: sandbox.denials.found } },
      output: this.#screen.text(),
      offset: this.#screen.offset,
      truncated: this.#screen.truncated,
      columns: this.#columns,
      rows: this.#rows,
    }
  }

  get #state(): TerminalView['state'] {
    if (this.isRunning)
      return 'running'
    return this.#killed ? 'killed' : 'exited'
  }

  #take(characters: Characters): void {
    const { text } = characters
    if (text === '')
      return
    this.#agentOutput?.append(characters)
    this.#screen.append(text)
    this.#options.sandbox?.denials.read(text)
    this.#watchers.sendOutput({ terminalId: this.terminalId, data: text, offset: this.#screen.offset })
    this.#options.onOutput?.()
  }

  #end(exit: TerminalExitStatus): void {
    this.#flow.end()
    this.#take(this.#utf8.end())
    this.#exit = exit
    const view = this.view()
    this.#options.onEnd?.(view)
    this.#watchers.sendChange(view)
  }

  async #stop(graceMs: number): Promise<void> {
    const { pty, terminalId } = this.#options
    if (process.platform === 'win32') {
      if (this.isRunning)
        pty.kill()
      return
    }
    await killTree({ pid: this.isRunning ? pty.pid : undefined, owner: terminalId, graceMs })
    await Promise.race([this.#exited, delay(exitTimeoutMs, undefined, { ref: false })])
  }
}

function signalGroup(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(-pid, name)
  }
  catch {
    // It exited meanwhile.
  }
}

/** The sandbox of one command. */
export interface TerminalSandbox {
  readonly network: boolean
  /** Wraps the command in the sandbox program. */
  line(
    command: { readonly file: string, readonly args: readonly string[] },
  ): { readonly file: string, readonly args: readonly string[] }
  /** Filters the inherited environment. */
  environment(base: Readonly<Record<string, string | undefined>>): Readonly<Record<string, string | undefined>>
  /** Detects denials in the output. */
  readonly denials: { readonly found: readonly SandboxDenial[], read(text: string): void }
}
