import type { AuthMethod, TerminalExitStatus } from '@agentclientprotocol/sdk'
import type { SignInAttempt } from '../../../shared/thread/threadActivity'
import type { AgentConnection } from '../../agents/agentConnection'
import type { ThreadPermissions } from '../permission/threadPermissions'
import type { ClientRequests } from '../requests/clientRequests'
import type { ThreadTerminals } from '../requests/threadTerminals'
import type { LiveSession } from '../session/session'
import type { ThreadConnection } from '../session/threadConnection'
import type { ThreadStatus } from '../threadStatus'
import type { ThreadSurroundings } from '../threadSurroundings'
import { randomUUID } from 'node:crypto'
import { HostError, messageOf } from '../../../shared/errors'
import { signInWay, type SignInWay } from '../../../shared/settings/signInWay'
import { signInCommand } from './signInCommand'

/** What a thread lends to its sign-in. */
export interface SignInParts {
  readonly surroundings: ThreadSurroundings
  readonly folder: string
  readonly status: ThreadStatus
  readonly permissions: ThreadPermissions
  readonly terminals: ThreadTerminals
  readonly connection: ThreadConnection
  /** What answers the agent's questions that name no session. */
  readonly requests: (connection: AgentConnection) => Promise<ClientRequests>
  readonly attach: () => Promise<LiveSession>
}

type CommandWay = Extract<SignInWay, { kind: 'terminal' | 'command' }>

/** Signing in and out of one thread's agent: one attempt at a time, as long as the person takes, until it is done, failed or cancelled. */
export class ThreadSignIn {
  readonly #thread: SignInParts
  #running: AbortController | undefined
  #runsCommand = false

  constructor(thread: SignInParts) {
    this.#thread = thread
  }

  get isRunning(): boolean {
    return this.#running !== undefined
  }

  /** It runs in a terminal, without the agent. */
  get runsCommand(): boolean {
    return this.#runsCommand
  }

  /** Runs a method, then opens the session again. Answers `false` when it was cancelled; rejects when it failed. */
  async run(methodId: string): Promise<boolean> {
    if (this.#running)
      throw new HostError('busy', 'A sign-in is running already. Finish it or cancel it first.')
    const running = (this.#running = new AbortController())
    const attempt: SignInAttempt = { methodId, terminalId: randomUUID() }
    let way: SignInWay | undefined
    try {
      const connection = await this.#thread.connection.connect()
      way = signInWay(methodOf(connection, methodId))
      await this.#sign({ way, connection, attempt, signal: running.signal })
    }
    catch (error) {
      if (!running.signal.aborted) {
        this.#tell({ ...attempt, terminalId: isCommand(way) ? attempt.terminalId : undefined, failure: messageOf(error) })
        throw error
      }
    }
    finally {
      this.#running = undefined
      this.#thread.permissions.cancelQuestions('agent') // what was asked for this sign-in
    }
    if (running.signal.aborted) {
      this.#tell(undefined)
      return false
    }
    await this.#reopen({ isNewProcess: isCommand(way) })
    this.#thread.surroundings.signIns.worked(this.#thread.status.stored.agentId)
    return true
  }

  /** Ends a running sign-in: its program, or the call to the agent. */
  cancel(): void {
    this.#running?.abort()
  }

  /** Goes on where this thread waits for a sign-in that was made in another one. */
  async retry(): Promise<void> {
    const { status, connection, attach } = this.#thread
    if (status.activity.state !== 'sign-in' || this.isRunning)
      return
    // Where both share a process that signed in itself, a session opens; any other learns of it only when it starts.
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
    const { connection } = await this.#thread.attach()
    if (!connection.capabilities.auth?.logout)
      throw new HostError('unsupported', 'This agent cannot be signed out from here. Use its own command for that.')
    await connection.calls.logout()
    this.#thread.status.become({ type: 'signInNeeded', message: 'You are signed out.', methods: connection.authMethods })
  }

  /** Hands on the answer of a call to the agent: any may find out that a sign-in is needed. */
  async watch<T>(connection: AgentConnection, call: Promise<T>): Promise<T> {
    try {
      return await call
    }
    catch (error) {
      this.note(connection, error)
      throw error
    }
  }

  /** Says that a sign-in is needed, where that is what went wrong. */
  note(connection: AgentConnection, error: unknown, refusedPromptId?: string): void {
    if (error instanceof HostError && error.code === 'sign_in_needed')
      this.#thread.status.become({ type: 'signInNeeded', message: error.message, methods: connection.authMethods, refusedPromptId })
  }

  async #sign({
    way,
    connection,
    attempt,
    signal,
  }: {
    way: SignInWay
    connection: AgentConnection
    attempt: SignInAttempt
    signal: AbortSignal
  }): Promise<void> {
    switch (way.kind) {
      case 'agent': {
        const { surroundings, requests } = this.#thread
        this.#tell({ methodId: attempt.methodId })
        const stopAttending = surroundings.router.attend(connection.connectionId, await requests(connection))
        return connection.calls.authenticate(attempt.methodId, signal).finally(stopAttending)
      }
      case 'terminal':
      case 'command':
        this.#runsCommand = true
        return this.#runCommand({ way, connection, attempt, signal }).finally(() => (this.#runsCommand = false))
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
    way: CommandWay
    connection: AgentConnection
    attempt: SignInAttempt
    signal: AbortSignal
  }): Promise<void> {
    const { surroundings, folder, terminals } = this.#thread
    const terminalId = attempt.terminalId!
    const { commandLine, ...start } = signInCommand({
      way,
      agent: connection.agent,
      environment: surroundings.environment,
      owner: terminalId,
    })
    signal.throwIfAborted()
    const terminal = terminals.startDetached({ terminalId, commandLine, cwd: folder, ...start })
    signal.addEventListener('abort', () => void terminal.kill(), { once: true })
    this.#tell(attempt)
    const exit = await terminal.waitForExit()
    await terminal.kill() // what it left in the background goes with it
    if (exit.exitCode !== 0)
      throw new HostError('agent_failed', `The sign-in ended ${endWords(exit)}. Its terminal says more. Try again, or choose another way.`)
  }

  /** Agents read what a sign-in left behind when they start; one that signed in itself knows it already. */
  async #reopen({ isNewProcess }: { isNewProcess: boolean }): Promise<void> {
    const { connection, attach, status } = this.#thread
    if (isNewProcess)
      await connection.renew()
    await attach()
    status.become({ type: 'opened' }) // some agents open the session first and want the sign-in at the prompt
  }

  #tell(attempt: SignInAttempt | undefined): void {
    this.#thread.status.become({ type: 'signIn', attempt })
  }
}

function methodOf({ authMethods }: AgentConnection, methodId: string): AuthMethod {
  const method = authMethods.find(({ id }) => id === methodId)
  if (!method)
    throw new HostError('not_found', 'The agent does not offer this way of signing in any more. Choose another one.')
  return method
}

function isCommand(way: SignInWay | undefined): way is CommandWay {
  return way?.kind === 'terminal' || way?.kind === 'command'
}

function endWords({ exitCode, signal }: TerminalExitStatus): string {
  return signal ? `by ${signal}` : `with exit code ${exitCode ?? 'unknown'}`
}
