import type { CompleteElicitationNotification } from '@agentclientprotocol/sdk'
import type { AgentRequestContext, AgentRequestHandlers } from '../../agents/agentRequests'
import { HostError } from '../../../shared/errors'
import { type ClientRequests, sessionNotFound } from './clientRequests'

type Served = Omit<AgentRequestHandlers, 'completeElicitation'>

/** Brings each request of an agent to the thread whose session it names. Session ids are unique within one connection only. */
export class RequestRouter implements AgentRequestHandlers {
  readonly #threads = new Map<string, Map<string, ClientRequests>>()
  /** Threads without a session on a connection, such as while they sign in, the latest last. */
  readonly #attending = new Map<string, readonly ClientRequests[]>()

  /**
   * From here on the session's requests go to `requests`; throws when they go to another thread already. Returns a function that ends it.
   */
  register({ connectionId, sessionId, requests }: { connectionId: string, sessionId: string, requests: ClientRequests }): () => void {
    const sessions = this.#threads.get(connectionId) ?? new Map<string, ClientRequests>()
    if (sessions.has(sessionId)) {
      throw new HostError(
        'agent_failed',
        'The agent gave this thread a session that another thread has. Use one thread of this agent in this folder.',
      )
    }
    this.#threads.set(connectionId, sessions.set(sessionId, requests))
    return () => {
      if (sessions.get(sessionId) === requests)
        sessions.delete(sessionId)
      if (sessions.size === 0)
        this.#threads.delete(connectionId)
    }
  }

  /** From here on questions that name no session go to `requests`. Returns a function that ends it. */
  attend(connectionId: string, requests: ClientRequests): () => void {
    this.#attending.set(connectionId, [...this.#attending.get(connectionId) ?? [], requests])
    return () => {
      const left = (this.#attending.get(connectionId) ?? []).filter(other => other !== requests)
      if (left.length > 0)
        this.#attending.set(connectionId, left)
      else
        this.#attending.delete(connectionId)
    }
  }

  requestPermission = this.#route('requestPermission')
  readTextFile = this.#route('readTextFile')
  writeTextFile = this.#route('writeTextFile')
  createTerminal = this.#route('createTerminal')
  terminalOutput = this.#route('terminalOutput')
  waitForTerminalExit = this.#route('waitForTerminalExit')
  killTerminal = this.#route('killTerminal')
  releaseTerminal = this.#route('releaseTerminal')
  createElicitation = this.#route('createElicitation')

  /** It names no session, only the question: whichever thread was asked knows it. */
  completeElicitation({ elicitationId }: CompleteElicitationNotification, connectionId: string): void {
    for (const requests of [...this.#attending.get(connectionId) ?? [], ...this.#threads.get(connectionId)?.values() ?? []])
      requests.completeElicitation(elicitationId)
  }

  #route<M extends keyof Served>(method: M): Served[M] {
    const route = async (params: { sessionId?: string }, context: AgentRequestContext): Promise<unknown> => {
      const sessions = this.#threads.get(context.connectionId)
      // An elicitation during sign-in names no session: it goes to the thread that is signing in, else to one that is on that connection.
      const requests = typeof params.sessionId === 'string'
        ? sessions?.get(params.sessionId)
        : this.#attending.get(context.connectionId)?.at(-1) ?? sessions?.values().next().value
      if (!requests)
        throw sessionNotFound(params.sessionId)
      return (requests[method] as (params: unknown, context: AgentRequestContext) => Promise<unknown>)(params, context)
    }
    return route as Served[M] // one body for all nine: what each takes and gives is the handlers' own business
  }
}
