import type { Readable, Writable } from 'node:stream'
import type { Launches } from '../../system/process/launches'
import type { AgentDefinition } from '../agentDefinition'
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { statSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { errorMessage, HostError, systemCode } from '../../../shared/errors'
import { inheritedEnvironment } from '../../system/environment/inheritedEnvironment'
import { killTree } from '../../system/process/killTree'
import { collectTree, ownerVariable } from '../../system/process/processTree'
import { StderrTail } from './stderrTail'
import { windowsCommand } from './windowsCommand'

/** How an agent's process ended. */
interface ProcessExit {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

type AgentChild = ChildProcessByStdio<Writable, Readable, Readable>

// The agent's last output may still be in the pipe. A grandchild can hold the pipe open forever, hence a limit.
const drainMs = 250

/** One agent's process, the leader of its own group. */
export class AgentProcess {
  readonly stdin: Writable
  readonly stdout: Readable
  /** Resolves once it runs; rejects if it cannot be started. */
  readonly started: Promise<void>
  /** Resolves once it has ended and its last output is read, or it could not be started. Never rejects. */
  readonly exit: Promise<ProcessExit>
  readonly #child: AgentChild
  readonly #stderr: StderrTail
  readonly #owner: string
  readonly #launches: Launches | undefined
  #hasExited = false

  /** Throws if the folder is missing or the command line is invalid. */
  constructor({ agent, folder, environment, owner, launches, onStderr }: {
    agent: AgentDefinition
    folder: string
    environment: NodeJS.ProcessEnv
    /** Marks all of its processes, so that none is missed when it ends. */
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
    // The wire reports write errors; unhandled they would end the host.
    this.stdin.on('error', () => undefined)
    this.#child.stderr.on('data', (chunk: Buffer) => this.#readLog(chunk))
    this.started = new Promise((resolve, reject) => {
      this.#child.once('spawn', resolve)
      this.#child.once('error', error => reject(spawnFailure(agent, error)))
    })
    this.started.catch(() => undefined) // callers may wait for it or not
    this.exit = this.#watchExit()
  }

  get pid(): number | undefined {
    return this.#child.pid
  }

  /** The last lines of its stderr. They may hold secrets. */
  get stderrTail(): string {
    return this.#stderr.text
  }

  /**
   * Ends it as the protocol says: closes its input, gives it time to exit, then signals it and every process it
   * started.
   */
  async stop({ closeMs, graceMs }: { closeMs: number, graceMs: number }): Promise<void> {
    const pid = this.#child.pid
    if (pid === undefined)
      return
    // An agent that exits by itself may leave its commands running, so they are listed before.
    const also = this.#hasExited ? [] : await collectTree({ pid })
    this.stdin.end()
    await Promise.race([this.exit, delay(closeMs, undefined, { ref: false })])
    await killTree({ pid, graceMs, also, owner: this.#owner })
    await this.exit
  }

  /** Whether it exits by itself within that time. */
  async endsWithin(limitMs: number): Promise<boolean> {
    return Promise.race([this.exit.then(() => true), delay(limitMs, false, { ref: false })])
  }

  /** Kills it and every process it started. */
  async kill(): Promise<void> {
    const pid = this.#child.pid
    if (pid === undefined)
      return
    await killTree({ pid, graceMs: 0, owner: this.#owner })
    await this.exit
  }

  /** After its end: ends the commands that it left running, which are in process groups of their own. */
  async endLeftovers(graceMs: number): Promise<void> {
    if (this.#child.pid !== undefined)
      await killTree({ pid: this.#child.pid, graceMs, owner: this.#owner })
    this.#launches?.ended(this.#owner)
  }

  /** One chunk at a time, so that a flood of log lines does not block everything else. */
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
      `The folder "${folder}" no longer exists. Restore it, or start a thread in another folder.`,
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
    return new HostError('agent_not_found', `"${agent.command}" was not found. Install it, or enter its full path in settings.json.`, {
      cause: error,
    })
  }
  if (code === 'EACCES') {
    return new HostError(
      'agent_not_found',
      `"${agent.command}" is not executable. Make the file executable, or correct the path in settings.json.`,
      { cause: error },
    )
  }
  return new HostError(
    'agent_not_found',
    `"${agent.command}" could not be started: ${errorMessage(error)}. Check its command, args and env in settings.json.`,
    { cause: error },
  )
}

/**
 * The person's own environment (their tools and credentials are the point), the agent's, and the mark by which its
 * processes are found.
 */
function agentEnvironment({ agent, environment, owner }: {
  agent: AgentDefinition
  environment: NodeJS.ProcessEnv
  owner: string
}): NodeJS.ProcessEnv {
  return { ...inheritedEnvironment(environment), ...agent.env, ...agent.keys, [ownerVariable]: owner }
}
