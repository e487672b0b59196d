import type { AgentDefinition } from './agentDefinition'
import { HostError } from '../../shared/errors'
import { AgentConnection, type AgentConnectionOptions } from './agentConnection'

/** An agent and its working folder. */
interface AgentPlace {
  readonly agent: AgentDefinition
  readonly folder: string
}

/** Options that all connections share. */
interface AgentConnectionsOptions extends Omit<AgentConnectionOptions, 'agent' | 'folder'> {
  /** Runs before an agent starts. On failure it resolves to a notice for the person. */
  readonly prepare?: () => Promise<string | undefined>
  /** Called with each new connection while its process starts. */
  readonly onStart?: (connection: AgentConnection) => void
}

interface SharedConnection {
  readonly connection: AgentConnection
  users: number
}

const disposeLimitMs = 6_000

/** The running agents: one process per agent and folder, shared by all of its sessions. */
export class AgentConnections {
  readonly #options: AgentConnectionsOptions
  readonly #current = new Map<string, SharedConnection>()
  /** Connections that accept no new users. Each is disposed when its last user releases it. */
  readonly #retired = new Map<AgentConnection, SharedConnection>()
  /** Pending shutdowns, whose processes still exist. */
  readonly #shutdowns = new Set<Promise<void>>()
  #isDisposed = false

  constructor(options: AgentConnectionsOptions) {
    this.#options = options
  }

  /** Definitions of the running agents, as of the start of each. */
  get running(): AgentDefinition[] {
    return [...this.#current.values(), ...this.#retired.values()].map(({ connection }) => connection.agent)
  }

  /** Pauses reading from all agents until the returned function is called, for a host that cannot store updates. */
  holdInputs(): () => void {
    const releases = [...this.#current.values(), ...this.#retired.values()].map(({ connection }) =>
      connection.holdInput(),
    )
    return () => releases.forEach(release => release())
  }

  /**
   * Returns the connection for an agent and folder, and starts one if none runs. Each call must be paired with
   * `release`. `signal` cancels the start until `onConnection` is called; after that, stop the connection instead.
   */
  async acquire({ agent, folder, onConnection, onNotice, signal }: AgentPlace & {
    onConnection?: (connection: AgentConnection) => void
    onNotice?: (notice: string) => void
    signal?: AbortSignal
  }): Promise<AgentConnection> {
    const key = toConnectionKey({ agent, folder })
    const notice = this.#current.has(key) ? undefined : await this.#options.prepare?.()
    if (this.#isDisposed)
      throw new HostError('closed', 'Parley is closing.')
    throwIfStartCanceled(signal)
    if (notice !== undefined)
      onNotice?.(notice)
    const shared = this.#current.get(key) ?? this.#start(key, { agent, folder })
    shared.users++
    onConnection?.(shared.connection)
    try {
      await shared.connection.ready
      return shared.connection
    }
    catch (error) {
      this.#forget(key, shared.connection)
      throw error
    }
  }

  /** Releases one use of the connection, and disposes it after the last one. */
  async release(connection: AgentConnection): Promise<void> {
    const key = toConnectionKey(connection)
    const shared = this.#retired.get(connection) ?? this.#current.get(key)
    if (shared?.connection !== connection || --shared.users > 0)
      return
    this.#forget(key, connection)
    await this.#end(connection)
  }

  /** Makes the next `acquire` start a new process. Current users keep the old one. */
  retire(connection: AgentConnection): void {
    const key = toConnectionKey(connection)
    const shared = this.#current.get(key)
    if (shared?.connection !== connection)
      return
    this.#current.delete(key)
    this.#retired.set(connection, shared)
  }

  /**
   * Kills the agent even while it is in use; its users get `why` as the reason. A later `acquire` starts a new process
   * without waiting for the old one to exit.
   */
  async kill(connection: AgentConnection, why?: string): Promise<void> {
    this.#forget(toConnectionKey(connection), connection)
    await this.#trackShutdown(connection.kill(why))
  }

  /** Shuts down all agents in parallel, within six seconds. */
  async dispose(): Promise<void> {
    this.#isDisposed = true
    const ends = [...this.#current.values(), ...this.#retired.values()].map(({ connection }) => this.#end(connection))
    this.#current.clear()
    this.#retired.clear()
    let timer: NodeJS.Timeout | undefined
    const limit = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, disposeLimitMs)
    })
    await Promise.race([Promise.all([...ends, ...this.#shutdowns]), limit])
    clearTimeout(timer)
  }

  #start(key: string, { agent, folder }: AgentPlace): SharedConnection {
    const shared = { connection: new AgentConnection({ ...this.#options, agent, folder }), users: 0 }
    this.#current.set(key, shared)
    this.#options.onStart?.(shared.connection)
    shared.connection.onExit(() => this.#forget(key, shared.connection))
    return shared
  }

  #forget(key: string, connection: AgentConnection): void {
    this.#retired.delete(connection)
    if (this.#current.get(key)?.connection === connection)
      this.#current.delete(key)
  }

  #end(connection: AgentConnection): Promise<void> {
    return this.#trackShutdown(connection.dispose())
  }

  async #trackShutdown(end: Promise<void>): Promise<void> {
    const ending = end.catch(error => this.#options.report(error, 'ending an agent'))
    this.#shutdowns.add(ending)
    await ending
    this.#shutdowns.delete(ending)
  }
}

/** Throws if the start of an agent was canceled. */
export function throwIfStartCanceled(signal: AbortSignal | undefined): void {
  if (signal?.aborted)
    throw new HostError('closed', 'The agent was stopped while it started.')
}

/** A different command line, address, environment or set of capabilities requires another connection. */
function toConnectionKey({ agent, folder }: AgentPlace): string {
  const { agentId, command, args, env, keys, address, offers } = agent
  return JSON.stringify([agentId, command, args, env, keys, address, offers, folder])
}
