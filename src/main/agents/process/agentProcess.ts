import type { Readable, Writable } from 'node:stream'
import type { Launches } from '../../system/process/launches'
import type { AgentDefinition } from '../agentDefinition'
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { statSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { HostError, messageOf, systemCode } from '../../../shared/errors'
import { killTree } from '../../system/process/killTree'
import { collectTree } from '../../system/process/processTree'
import { agentEnvironment } from './agentEnvironment'
import { StderrTail } from './stderrTail'
import { windowsCommand } from './windowsCommand'

/** How an agent's process ended. */
export interface ProcessExit {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

type AgentChild = ChildProcessByStdio<Writable, Readable, Readable>

// What the agent wrote last may still be in the pipe. A grandchild can hold the pipe open for ever, so this is all the time it gets.
const drainMs = 250

/** One agent's process, the leader of its own group. */
export class AgentProcess {
  readonly stdin: Writable
  readonly stdout: Readable
  /** Once it runs; rejected when it cannot be started. */
  readonly started: Promise<void>
  /** Once it has ended and its last words are read, or it could not be started. Never rejected. */
  readonly exit: Promise<ProcessExit>
  readonly #child: AgentChild
  readonly #stderr: StderrTail
  readonly #owner: string
  readonly #launches: Launches | undefined
  #hasExited = false

  /** Throws when the folder is not there or the command line cannot be one. */
  constructor({ agent, folder, environment, owner, launches, onStderr }: {
    agent: AgentDefinition
    folder: string
    environment: NodeJS.ProcessEnv
    /** Marks all of its processes, so that none is left behind. */
    owner: string
    launches: Launches | undefined
    onStderr: (line: string) => void
  }) {
    this.#owner = owner
    this.#launches = launches
    this.#stderr = new StderrTail(onStderr)
    const spawn = (): AgentChild => spawnAgent({ agent, folder, env: agentEnvironment({ agent, environment, owner }) })
    this.#child = launches ? launches.launch(owner, spawn) : spawn()
    this.stdin = this.#child.stdin
    this.stdout = this.#child.stdout
    // Whoever writes hears of it from the wire; unhandled it would end the host.
    this.stdin.on('error', () => undefined)
    this.#child.stderr.on('data', (chunk: Buffer) => this.#readLog(chunk))
    this.started = new Promise((resolve, reject) => {
      this.#child.once('spawn', resolve)
      this.#child.once('error', error => reject(spawnFailure(agent, error)))
    })
    this.started.catch(() => undefined) // whoever waits for it is told; nobody has to
    this.exit = this.#watchExit()
  }

  get pid(): number | undefined {
    return this.#child.pid
  }

  /** The last lines of its log. It may hold secrets. */
  get stderrTail(): string {
    return this.#stderr.text
  }

  /** Ends it as the protocol says: no more input, then time to leave, then signals to it and to all that came from it. */
  async stop({ closeMs, graceMs }: { closeMs: number, graceMs: number }): Promise<void> {
    const pid = this.#child.pid
    if (pid === undefined)
      return
    // An agent that leaves by itself may leave its commands behind, so they are listed while it is still there.
    const also = this.#hasExited ? [] : await collectTree(pid)
    this.stdin.end()
    await Promise.race([this.exit, delay(closeMs, undefined, { ref: false })])
    await killTree({ pid, graceMs, also, owner: this.#owner })
    await this.exit
  }

  /** Whether it ends by itself within that time. */
  async endsWithin(limitMs: number): Promise<boolean> {
    return Promise.race([this.exit.then(() => true), delay(limitMs, false, { ref: false })])
  }

  /** Ends it and all that came from it at once. */
  async kill(): Promise<void> {
    const pid = this.#child.pid
    if (pid === undefined)
      return
    await killTree({ pid, graceMs: 0, owner: this.#owner })
    await this.exit
  }

  /** After its end: ends the commands that it left behind, which live on in groups of their own. */
  async endLeftovers(graceMs: number): Promise<void> {
    if (this.#child.pid !== undefined)
      await killTree({ pid: this.#child.pid, graceMs, owner: this.#owner })
    this.#launches?.ended(this.#owner)
  }

  /** One piece at a time, so that a flood of log lines holds nothing else up. */
  #readLog(chunk: Buffer): void {
    const { stderr } = this.#child
    this.#stderr.push(chunk)
    stderr.pause()
    setImmediate(() => stderr.resume())
  }

  #watchExit(): Promise<ProcessExit> {
    return new Promise((resolve) => {
      this.#child.once('error', () => {
        if (this.#child.pid === undefined)
          resolve({ code: null, signal: null })
      })
      this.#child.once('exit', (code, signal) => {
        this.#hasExited = true
        const finish = (): void => {
          clearTimeout(timer)
          this.#stderr.end()
          resolve({ code, signal })
        }
        const timer = setTimeout(finish, drainMs)
        this.#child.once('close', finish)
      })
    })
  }
}

function spawnAgent({ agent, folder, env }: { agent: AgentDefinition, folder: string, env: NodeJS.ProcessEnv }): AgentChild {
  // Without this, a missing folder would look like a missing program.
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    throw new HostError(
      'folder_not_found',
      `The folder "${folder}" is not there any more. Bring it back, or start a thread in another one.`,
    )
  }
  const isWindows = process.platform === 'win32'
  const { file, args, windowsVerbatimArguments } = isWindows
    ? windowsCommand({ command: agent.command, args: agent.args, environment: env })
    : { file: agent.command, args: agent.args }
  try {
    return spawn(file, [...args], {
      cwd: folder,
      env,
      shell: false,
      detached: !isWindows,
      windowsHide: true,
      windowsVerbatimArguments,
      stdio: ['pipe', 'pipe', 'pipe'],
    })
  }
  catch (error) {
    throw spawnFailure(agent, error)
  }
}

function spawnFailure(agent: AgentDefinition, error: unknown): HostError {
  const code = systemCode(error)
  if (code === 'ENOENT') {
    return new HostError('agent_not_found', `"${agent.command}" was not found. Install it, or give its full path in settings.json.`, {
      cause: error,
    })
  }
  if (code === 'EACCES') {
    return new HostError(
      'agent_not_found',
      `"${agent.command}" may not be run. Make the file executable, or give the right path in settings.json.`,
      { cause: error },
    )
  }
  return new HostError(
    'agent_not_found',
    `"${agent.command}" could not be started: ${messageOf(error)}. Check its command, args and env in settings.json.`,
    { cause: error },
  )
}
