import type { AuthMethod, TerminalExitStatus } from '@agentclientprotocol/sdk'
import type { SignInAttempt } from '../../../shared/thread/threadActivity'
import type { AgentConnection } from '../../agents/agentConnection'
import type { AgentDefinition } from '../../agents/agentDefinition'
import type { SessionRequests } from '../../agents/agentRequests'
import type { Report } from '../../system/report'
import type { ThreadPermissions } from '../permission/threadPermissions'
import type { ThreadTerminals } from '../requests/threadTerminals'
import type { LiveSession } from '../session/session'
import type { ThreadConnection } from '../session/threadConnection'
import type { ThreadStatus } from '../threadStatus'
import type { AgentSignIns } from './agentSignIns'
import { randomUUID } from 'node:crypto'
import { basename } from 'node:path'
import { errorMessage, HostError } from '../../../shared/errors'
import { getUrlHost } from '../../../shared/settings/agentAddress'
import { getSignInKind, type SignInKind } from '../../../shared/settings/signInWay'
import { formatCommandLine } from '../../../shared/text/commandLineForDisplay'
import { toWindowsCommand } from '../../agents/process/windowsCommand'
import { findOnPath } from '../../system/commandOnPath'
import { createTerminalEnvironment } from '../../terminal/terminalEnvironment'

interface ThreadSignInOptions {
  readonly folder: string
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly signIns: AgentSignIns
  readonly status: ThreadStatus
  readonly permissions: ThreadPermissions
  readonly terminals: ThreadTerminals
  readonly connection: ThreadConnection
  /** Handler of the agent's requests that name no session. */
  readonly requests: (connection: AgentConnection) => Promise<SessionRequests>
  readonly attach: () => Promise<LiveSession>
  readonly report: Report
}

type CommandSignIn = Extract<SignInKind, { kind: 'terminal' | 'command' }>

/** Signs a thread's agent in and out. One attempt at a time, without a time limit. */
export class ThreadSignIn {
  readonly #options: ThreadSignInOptions
  #running: AbortController | undefined
  #runsCommand = false

  constructor(options: ThreadSignInOptions) {
    this.#options = options
  }

  get isRunning(): boolean {
    return this.#running !== undefined
  }

  /** Whether a sign-in command runs in a terminal, without the agent. */
  get runsCommand(): boolean {
    return this.#runsCommand
  }

  /**
   * Runs a sign-in method, in a new process if its variables have changed, then reopens the session. Resolves to
   * `false` if cancelled; rejects on failure.
   */
  async run(methodId: string, { isNewProcess } = { isNewProcess: false }): Promise<boolean> {
    if (this.#running)
      throw new HostError('busy', 'A sign-in is running already. Finish it or cancel it first.')
    const running = (this.#running = new AbortController())
    const attempt: SignInAttempt = { methodId, terminalId: randomUUID() }
    let way: SignInKind | undefined
    try {
      if (isNewProcess)
        await this.#options.connection.renew()
      const connection = await this.#options.connection.connect()
      way = getSignInKind(findMethod(connection, methodId))
      await this.#signIn({ way, connection, attempt, signal: running.signal })
    }
    catch (error) {
      if (!running.signal.aborted) {
        this.#show({
          ...attempt,
          terminalId: isCommandSignIn(way) ? attempt.terminalId : undefined,
          failure: errorMessage(error),
        })
        throw error
      }
    }
    finally {
      this.#running = undefined
      this.#options.permissions.questions.cancelAll('agent') // questions of this sign-in
    }
    if (running.signal.aborted) {
      this.#show(undefined)
      return false
    }
    await this.#reopen({ isNewProcess: isCommandSignIn(way) })
    this.#options.signIns.markWorked(this.#options.status.stored.agentId)
    return true
  }

  /** Cancels a running sign-in: its program, or the call to the agent. */
  cancel(): void {
    this.#running?.abort()
  }

  /** Continues if this thread waits for a sign-in that has succeeded in another thread. */
  async retry(): Promise<void> {
    const { status, connection, attach } = this.#options
    if (status.activity.state !== 'sign-in' || this.isRunning)
      return
    // A shared process is signed in now and opens a session. Another process reads the sign-in only at its start.
    const isOpen
      = connection.live === undefined
        && (await attach().then(
          () => true,
          () => false,
        ))
    if (!isOpen)
      await this.#reopen({ isNewProcess: true })
  }

  async signOut(): Promise<void> {
    const { connection } = await this.#options.attach()
    if (!connection.capabilities.auth?.logout)
      throw new HostError('unsupported', 'This agent cannot be signed out from here. Use its own command for that.')
    await connection.calls.logout()
    this.#options.status.dispatch({
      type: 'signInNeeded',
      message: 'You are signed out.',
      methods: connection.authMethods,
    })
  }

  /** Awaits a call to the agent. Requires a sign-in if the call fails for lack of one. */
  async watch<T>(connection: AgentConnection, call: Promise<T>): Promise<T> {
    try {
      return await call
    }
    catch (error) {
      this.requireFor(connection, error)
      throw error
    }
  }

  /** Asks the person to sign in if the error requires it. */
  requireFor(connection: AgentConnection, error: unknown, refusedPromptId?: string): void {
    if (error instanceof HostError && error.code === 'sign_in_needed') {
      this.#options.status.dispatch({
        type: 'signInNeeded',
        message: error.message,
        methods: connection.authMethods,
        refusedPromptId,
      })
    }
  }

  async #signIn({
    way,
    connection,
    attempt,
    signal,
  }: {
    way: SignInKind
    connection: AgentConnection
    attempt: SignInAttempt
    signal: AbortSignal
  }): Promise<void> {
    switch (way.kind) {
      case 'agent': {
        this.#show({ methodId: attempt.methodId })
        const stopRouting = connection.routeSessionless(await this.#options.requests(connection))
        return connection.calls.authenticate(attempt.methodId, signal).finally(stopRouting)
      }
      case 'terminal':
      case 'command':
        refuseElsewhere(connection.agent)
        this.#runsCommand = true
        return this.#runCommand({ way, connection, attempt, signal }).finally(() => (this.#runsCommand = false))
      case 'key':
        return // the agent was started with these keys
      case 'unknown':
        throw new HostError('unsupported', `Parley does not know this way of signing in (${way.type}).`)
    }
  }

  async #runCommand({
    way,
    connection,
    attempt,
    signal,
  }: {
    way: CommandSignIn
    connection: AgentConnection
    attempt: SignInAttempt
    signal: AbortSignal
  }): Promise<void> {
    const { environment, folder, terminals, report } = this.#options
    const terminalId = attempt.terminalId!
    const { commandLine, ...start } = buildSignInCommand({
      way,
      agent: connection.agent,
      environment,
      owner: terminalId,
    })
    signal.throwIfAborted()
    const terminal = terminals.startDetached({ terminalId, commandLine, cwd: folder, ...start })
    const end = (): void => void terminal.kill().catch(error => report(error, 'ending a sign-in'))
    signal.addEventListener('abort', end, { once: true })
    this.#show(attempt)
    const exit = await terminal.waitForExit()
    await terminal.kill() // also ends its background processes
    if (exit.exitCode !== 0) {
      throw new HostError(
        'agent_failed',
        `The sign-in ended ${toEndText(exit)}. Its terminal says more. Try again, or choose another way.`,
      )
    }
  }

  /**
   * Reopens the session. Agents read the result of a terminal sign-in only at start; an agent that signed in itself
   * already has it.
   */
  async #reopen({ isNewProcess }: { isNewProcess: boolean }): Promise<void> {
    const { connection, attach, status } = this.#options
    if (isNewProcess)
      await connection.renew()
    await attach()
    status.dispatch({ type: 'opened' }) // some agents open the session and require a sign-in only for the prompt
  }

  #show(attempt: SignInAttempt | undefined): void {
    this.#options.status.dispatch({ type: 'signIn', attempt })
  }
}

/** A command would sign in on this machine, not on the agent's. */
function refuseElsewhere({ address }: AgentDefinition): void {
  if (!address)
    return
  const host = getUrlHost(address.url)
  const message = `This sign-in is a command that has to run on ${host}. Sign in there, then restart the agent.`
  throw new HostError('unsupported', message)
}

function findMethod({ authMethods }: AgentConnection, methodId: string): AuthMethod {
  const method = authMethods.find(({ id }) => id === methodId)
  if (!method)
    throw new HostError('not_found', 'The agent no longer offers this way of signing in. Choose another one.')
  return method
}

function isCommandSignIn(way: SignInKind | undefined): way is CommandSignIn {
  return way?.kind === 'terminal' || way?.kind === 'command'
}

function toEndText({ exitCode, signal }: TerminalExitStatus): string {
  return signal ? `by ${signal}` : `with exit code ${exitCode ?? 'unknown'}`
}

/** A sign-in command for a PTY. */
interface SignInCommand {
  readonly file: string
  /** A string on Windows: an already quoted command line. */
  readonly args: readonly string[] | string
  readonly env: Readonly<Record<string, string>>
  /** The command line for display. */
  readonly commandLine: string
}

/** Builds the command of a sign-in in a terminal: the agent's own with further arguments, or the one it names. */
function buildSignInCommand({ way, agent, environment, owner }: {
  way: Extract<SignInKind, { kind: 'terminal' | 'command' }>
  agent: AgentDefinition
  environment: Readonly<Record<string, string | undefined>>
  /** Marks all of its processes. */
  owner: string
}): SignInCommand {
  const agentEnv = Object.entries({ ...agent.env, ...agent.keys, ...way.env }).map(([name, value]) => ({ name, value }))
  const env = createTerminalEnvironment({ base: environment, agentEnv, owner })
  const { command, args } = way.kind === 'terminal'
    ? { command: resolveProgram(agent.command, agent, env), args: [...agent.args, ...way.args] }
    : resolveNamedCommand(way, agent, env)
  const line = process.platform === 'win32'
    ? toWindowsCommand({ command, args, environment: env })
    : { file: command, args }
  return {
    file: line.file,
    args: 'windowsVerbatimArguments' in line && line.windowsVerbatimArguments ? line.args.join(' ') : line.args,
    env,
    commandLine: formatCommandLine(way.kind === 'terminal' ? agent.command : command, args),
  }
}

/** Resolves the command that an agent names. Scripts run with the agent's own Node. */
function resolveNamedCommand(
  way: Extract<SignInKind, { kind: 'command' }>,
  agent: AgentDefinition,
  env: Readonly<Record<string, string>>,
): { command: string, args: readonly string[] } {
  if (/\.[cm]?js$/.test(way.command) && findOnPath({ command: way.command, environment: env }) === undefined) {
    return {
      command: resolveProgram(/^node(?:\.exe)?$/.test(basename(agent.command)) ? agent.command : 'node', agent, env),
      args: [way.command, ...way.args],
    }
  }
  return { command: resolveProgram(way.command, agent, env), args: way.args }
}

/** Resolves a bare name, which may be the agent's own program outside PATH. */
function resolveProgram(
  command: string,
  agent: AgentDefinition,
  environment: Readonly<Record<string, string>>,
): string {
  const found
    = findOnPath({ command, environment })
      ?? (basename(agent.command) === command ? findOnPath({ command: agent.command, environment }) : undefined)
  if (found === undefined) {
    throw new HostError(
      'agent_not_found',
      `The sign-in needs "${command}", which was not found. Install it, or choose another way to sign in.`,
    )
  }
  return found
}
