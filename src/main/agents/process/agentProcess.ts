import type { Readable, Writable } from 'node:stream'
import type { Launches } from '../../system/process/launches'
import type { AgentDefinition } from '../agentDefinition'
import type { AgentEnd } from '../agentEnd'
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { statSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { errorMessage, getSystemCode, HostError } from '../../../shared/errors'
import { createChildEnvironment } from '../../system/environment/inheritedEnvironment'
import { killTree } from '../../system/process/killTree'
import { collectTree, ownerVariable } from '../../system/process/processTree'
import { StderrTail } from './stderrTail'
import { toWindowsCommand } from './windowsCommand'

/** How an agent's process ended. */
interface ProcessExit {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

type AgentChild = ChildProcessByStdio<Writable, Readable, Readable>

// The pipe may still hold the agent's last output. The wait is limited because a grandchild can keep the pipe open.
const drainMs = 250

/** An agent's process, the leader of its process group. */
export class AgentProcess implements AgentEnd {
  /** Its stdout. */
  readonly input: Readable
  /** Its stdin. */
  readonly output: Writable
  /** Resolves when the process runs; rejects if it cannot be started. */
  readonly started: Promise<void>
  /**
   * Resolves when the process has exited and its output has been read, or when it could not be started. Never rejects.
   */
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
    /** Marks the process and its descendants, so that all of them can be found when it exits. */
    owner: string
    launches: Launches | undefined
    onStderr: (line: string) => void
  }) {
    this.#owner = owner
    this.#launches = launches
    this.#stderr = new StderrTail(onStderr)
    const spawn = (): AgentChild => spawnAgent({
      agent,
      folder,
      env: createAgentEnvironment({ agent, environment, owner }),
    })
    this.#child = launches ? launches.launch(owner, spawn) : spawn()
    this.input = this.#child.stdout
    this.output = this.#child.stdin
    // The wire reports write errors. Without a listener here they would crash the host.
    this.output.on('error', () => undefined)
    this.#child.stderr.on('data', (chunk: Buffer) => this.#readLog(chunk))
    this.started = new Promise((resolve, reject) => {
      this.#child.once('spawn', resolve)
      this.#child.once('error', error => reject(createSpawnError(agent, error)))
    })
    this.started.catch(() => undefined) // callers may ignore `started`
    this.exit = this.#watchExit()
  }

  get pid(): number | undefined {
    return this.#child.pid
  }

  /** The last lines of stderr, which may contain secrets. */
  get stderrTail(): string {
    return this.#stderr.text
  }

  /**
   * Stops the agent as ACP specifies: closes stdin, waits for the exit, then signals the process and its descendants.
   */
  async stop({ closeMs, graceMs }: { closeMs: number, graceMs: number }): Promise<void> {
    const pid = this.#child.pid
    if (pid === undefined)
      return
    // List descendants first, because an agent that exits by itself may leave its commands running.
    const also = this.#hasExited ? [] : await collectTree({ pid })
    this.output.end()
    await Promise.race([this.exit, delay(closeMs, undefined, { ref: false })])
    await killTree({ pid, graceMs, also, owner: this.#owner })
    await this.exit
  }

  /** Resolves to whether the process exits within `limitMs`. */
  async endsWithin(limitMs: number): Promise<boolean> {
    return Promise.race([this.exit.then(() => true), delay(limitMs, false, { ref: false })])
  }

  /** Kills the process and its descendants. */
  async kill(): Promise<void> {
    const pid = this.#child.pid
    if (pid === undefined)
      return
    await killTree({ pid, graceMs: 0, owner: this.#owner })
    await this.exit
  }

  /** After the exit: kills commands that the agent left running in other process groups. */
  async endLeftovers(graceMs: number): Promise<void> {
    if (this.#child.pid !== undefined)
      await killTree({ pid: this.#child.pid, graceMs, owner: this.#owner })
    this.#launches?.ended(this.#owner)
  }

  /** Reads one chunk per tick, so that a flood of log lines does not block the host. */
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

function spawnAgent({ agent, folder, env }: {
  agent: AgentDefinition
  folder: string
  env: NodeJS.ProcessEnv
}): AgentChild {
  // Otherwise `spawn` would report a missing folder as a missing program.
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    throw new HostError(
      'folder_not_found',
      `The folder "${folder}" no longer exists. Restore it, or start a thread in another folder.`,
    )
  }
  const isWindows = process.platform === 'win32'
  const { file, args, windowsVerbatimArguments } = isWindows
    ? toWindowsCommand({ command: agent.command, args: agent.args, environment: env })
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
    throw createSpawnError(agent, error)
  }
}

function createSpawnError(agent: AgentDefinition, error: unknown): HostError {
  const code = getSystemCode(error)
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
 * The person's environment, because agents need their tools and credentials; the agent's variables; and the variable
 * that marks its processes.
 */
function createAgentEnvironment({ agent, environment, owner }: {
  agent: AgentDefinition
  environment: NodeJS.ProcessEnv
  owner: string
}): NodeJS.ProcessEnv {
  return { ...createChildEnvironment(environment), ...agent.env, ...agent.keys, [ownerVariable]: owner }
}
