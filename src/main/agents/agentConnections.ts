import type { AgentDefinition } from './agentDefinition'
import { HostError } from '../../shared/errors'
import { AgentConnection, type AgentConnectionOptions } from './agentConnection'

/** Which agent, and in which folder it works. */
interface AgentPlace {
  readonly agent: AgentDefinition
  readonly folder: string
}

/** What all connections share. */
interface AgentConnectionsOptions extends Omit<AgentConnectionOptions, 'agent' | 'folder'> {
  /** Runs before any agent starts; answers a notice for the person when it did not go well. */
  readonly prepare?: () => Promise<string | undefined>
  /** Gets each connection as its process is being started. */
  readonly onStart?: (connection: AgentConnection) => void
}

interface Held {
  readonly connection: AgentConnection
  users: number
}

const disposeLimitMs = 6_000

/** The running agents: one per agent and folder, shared by all sessions in it. */
export class AgentConnections {
  readonly #options: AgentConnectionsOptions
  readonly #held = new Map<string, Held>()
  /** Connections that get no new users; each ends with its last user. */
  readonly #retired = new Map<AgentConnection, Held>()
  /** The ends that are under way: the processes still exist. */
  readonly #ending = new Set<Promise<void>>()
  #isDisposed = false

  constructor(options: AgentConnectionsOptions) {
    this.#options = options
  }

  /** The agents that run, each as it was started. */
  get running(): AgentDefinition[] {
    return [...this.#held.values(), ...this.#retired.values()].map(({ connection }) => connection.agent)
  }

  /**
   * Pauses reading from all running agents until the returned function is called; for a host that cannot store what
   * they send.
   */
  holdInputs(): () => void {
    const releases = [...this.#held.values(), ...this.#retired.values()].map(({ connection }) => connection.holdInput())
    return () => releases.forEach(release => release())
  }

  /**
   * The connection for that agent and folder, started where none runs; every call needs its `release`. `onConnection`
   * gets it as soon as its process is being started: from then on it can be stopped, before that `signal` gives the
   * start up.
   */
  async acquire({ agent, folder, onConnection, onNotice, signal }: AgentPlace & {
    onConnection?: (connection: AgentConnection) => void
    onNotice?: (notice: string) => void
    signal?: AbortSignal
  }): Promise<AgentConnection> {
    const key = keyOf({ agent, folder })
    const trouble = this.#held.has(key) ? undefined : await this.#options.prepare?.()
    if (this.#isDisposed)
      throw new HostError('closed', 'Parley is closing.')
    throwIfAbandoned(signal)
    if (trouble !== undefined)
      onNotice?.(trouble)
    const held = this.#held.get(key) ?? this.#start(key, { agent, folder })
    held.users++
    onConnection?.(held.connection)
    try {
      await held.connection.ready
      return held.connection
    }
    catch (error) {
      this.#forget(key, held.connection)
      throw error
    }
  }

  /** Gives up one use of the connection; the agent is ended with the last one. */
  async release(connection: AgentConnection): Promise<void> {
    const key = keyOf(connection)
    const held = this.#retired.get(connection) ?? this.#held.get(key)
    if (held?.connection !== connection || --held.users > 0)
      return
    this.#forget(key, connection)
    await this.#end(connection)
  }

  /** From here on that agent and folder get a new process; the users of the old one keep it. */
  retire(connection: AgentConnection): void {
    const key = keyOf(connection)
    const held = this.#held.get(key)
    if (held?.connection !== connection)
      return
    this.#held.delete(key)
    this.#retired.set(connection, held)
  }

  /**
   * Ends the agent at once, whoever uses it; its users get `why` as the reason. A new `acquire` starts a new process
   * without waiting for the end of the old one.
   */
  async kill(connection: AgentConnection, why?: string): Promise<void> {
    this.#forget(keyOf(connection), connection)
    await this.#watchEnd(connection.kill(why))
  }

  /** Ends all agents, at once and in at most six seconds. */
  async dispose(): Promise<void> {
    this.#isDisposed = true
    const ends = [...this.#held.values(), ...this.#retired.values()].map(({ connection }) => this.#end(connection))
    this.#held.clear()
    this.#retired.clear()
    let timer: NodeJS.Timeout | undefined
    const limit = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, disposeLimitMs)
    })
    await Promise.race([Promise.all([...ends, ...this.#ending]), limit])
    clearTimeout(timer)
  }

  #start(key: string, { agent, folder }: AgentPlace): Held {
    const held = { connection: new AgentConnection({ ...this.#options, agent, folder }), users: 0 }
    this.#held.set(key, held)
    this.#options.onStart?.(held.connection)
    held.connection.onExit(() => this.#forget(key, held.connection))
    return held
  }

  #forget(key: string, connection: AgentConnection): void {
    this.#retired.delete(connection)
    if (this.#held.get(key)?.connection === connection)
      this.#held.delete(key)
  }

  #end(connection: AgentConnection): Promise<void> {
    return this.#watchEnd(connection.dispose())
  }

  async #watchEnd(end: Promise<void>): Promise<void> {
    const ending = end.catch(error => this.#options.report(error, 'ending an agent'))
    this.#ending.add(ending)
    await ending
    this.#ending.delete(ending)
  }
}

/** Throws where the start of an agent was given up. */
export function throwIfAbandoned(signal: AbortSignal | undefined): void {
  if (signal?.aborted)
    throw new HostError('closed', 'The agent was stopped while it started.')
}

/** An agent with another command line, environment or offer is another agent. */
function keyOf({ agent, folder }: AgentPlace): string {
  return JSON.stringify([agent.agentId, agent.command, agent.args, agent.env, agent.keys, agent.offers, folder])
}
