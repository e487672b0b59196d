import type { SessionRequests } from './agentRequests'
import { RequestError, type SessionUpdate } from '@agentclientprotocol/sdk'
import { HostError } from '../../shared/errors'
import { isJsonObject } from '../../shared/text/jsonObject'

/** A turn has a few subagents. Child sessions beyond this number are ignored. */
const maxChildren = 1_000

/** The receiver of a session's updates and requests: a thread. */
export interface SessionClient {
  /** Called with each update in order. `bytes` estimates its size in memory. */
  readonly onUpdate: (update: SessionUpdate, bytes: number) => void
  readonly requests: SessionRequests
}

interface HeldUpdates {
  readonly updates: { readonly update: SessionUpdate, readonly bytes: number }[]
  readonly timer: NodeJS.Timeout
}

const maxHeldUpdates = 1_000
const maxHeldSessions = 64
const maxHeldBytes = 16 * 1024 * 1024
const holdMs = 10_000

/**
 * Routes updates and requests to the client of their session. Agents send updates before their response names the new
 * session, so updates of an unknown session are held for a short time.
 */
export class SessionRegistry {
  readonly #sessions = new Map<string, SessionClient>()
  /** Handlers of requests without a session id, latest last. */
  readonly #sessionless: SessionRequests[] = []
  readonly #held = new Map<string, HeldUpdates>()
  readonly #children = new ChildSessions()
  /** The sum over all sessions. */
  #heldBytes = 0
  readonly #holdMs: number
  #dropped = 0

  constructor(options: { holdMs?: number } = {}) {
    this.#holdMs = options.holdMs ?? holdMs
  }

  /** The number of updates dropped because their session had no client. */
  get dropped(): number {
    return this.#dropped
  }

  /**
   * Delivers the held updates, then all later updates and requests of the session. Throws if the session already has a
   * client. Returns a function that detaches the client.
   */
  attach(sessionId: string, client: SessionClient): () => void {
    if (this.#sessions.has(sessionId)) {
      throw new HostError(
        'agent_failed',
        'The agent gave this thread a session that another thread has. Use one thread of this agent in this folder.',
      )
    }
    this.#sessions.set(sessionId, client)
    this.#release(sessionId).forEach(({ update, bytes }) => this.update(sessionId, update, bytes))
    return () => {
      if (this.#sessions.get(sessionId) !== client)
        return
      this.#sessions.delete(sessionId)
      this.#children.forget(sessionId)
    }
  }

  /**
   * Routes requests without a session id, such as those of a sign-in, to `requests`. Returns a function that stops it.
   */
  routeSessionless(requests: SessionRequests): () => void {
    this.#sessionless.push(requests)
    return () => {
      const index = this.#sessionless.indexOf(requests)
      if (index >= 0)
        this.#sessionless.splice(index, 1)
    }
  }

  /**
   * The handlers for a session's request. Without an id: those of a sign-in, otherwise any session's. Throws if none.
   */
  requestsFor(sessionId: string | undefined): SessionRequests {
    const requests = sessionId === undefined
      ? this.#sessionless.at(-1) ?? this.#sessions.values().next().value?.requests
      : (this.#sessions.get(sessionId) ?? this.#sessions.get(this.#children.findParent(sessionId) ?? ''))?.requests
    if (!requests)
      throw new RequestError(-32002, `Session ${sessionId ?? ''} not found`)
    return requests
  }

  /** Notifies every client, because the notification has no session id and only the client that asked knows the id. */
  completeElicitation(elicitationId: string): void {
    for (const requests of [...this.#sessionless, ...[...this.#sessions.values()].map(({ requests }) => requests)])
      requests.completeElicitation(elicitationId)
  }

  update(sessionId: string, update: SessionUpdate, bytes: number): void {
    const client = this.#sessions.get(sessionId)
    if (client !== undefined) {
      client.onUpdate(update, bytes)
      return this.#releaseChild(sessionId, update)
    }
    const parentId = this.#children.findParent(sessionId)
    if (parentId !== undefined) {
      const lifted = this.#children.lift(sessionId, update)
      return lifted && this.update(parentId, lifted, bytes)
    }
    const held = this.#held.get(sessionId) ?? this.#startHolding(sessionId)
    if (held === undefined || held.updates.length >= maxHeldUpdates || this.#heldBytes + bytes > maxHeldBytes) {
      this.#dropped++
      return
    }
    held.updates.push({ update, bytes })
    this.#heldBytes += bytes
  }

  dispose(): void {
    for (const { timer } of this.#held.values())
      clearTimeout(timer)
    this.#held.clear()
    this.#sessions.clear()
    this.#sessionless.length = 0
  }

  /** Delivers a subagent's held updates once a tool call names its session. */
  #releaseChild(sessionId: string, update: SessionUpdate): void {
    const childId = this.#children.record(sessionId, update)
    if (childId !== undefined && !this.#sessions.has(childId))
      this.#release(childId).forEach(held => this.update(childId, held.update, held.bytes))
  }

  #startHolding(sessionId: string): HeldUpdates | undefined {
    if (this.#held.size >= maxHeldSessions)
      return undefined
    const drop = (): void => {
      this.#dropped += this.#release(sessionId).length
    }
    const timer = setTimeout(drop, this.#holdMs)
    const held = { updates: [], timer: timer.unref() }
    this.#held.set(sessionId, held)
    return held
  }

  /** Removes and returns a session's held updates. */
  #release(sessionId: string): HeldUpdates['updates'] {
    const { updates, timer } = this.#held.get(sessionId) ?? { updates: [], timer: undefined }
    this.#held.delete(sessionId)
    clearTimeout(timer)
    for (const { bytes } of updates)
      this.#heldBytes -= bytes
    return updates
  }
}

/** The parent session of a subagent, and the tool call that started it. */
interface Child {
  readonly sessionId: string
  readonly toolCallId: string
}

/** Sessions that an agent created for its subagents and named in the tool calls that started them. */
class ChildSessions {
  readonly #children = new Map<string, Child>()

  /** Records the child session that an update names. Returns its id if it is new. */
  record(sessionId: string, update: SessionUpdate): string | undefined {
    if (update.sessionUpdate !== 'tool_call' && update.sessionUpdate !== 'tool_call_update')
      return undefined
    const info = update._meta?.subagent_session_info
    const childId = isJsonObject(info) ? info.session_id : undefined
    if (typeof childId !== 'string' || childId === '' || childId.length > 256 || childId === sessionId)
      return undefined
    if (this.#children.has(childId) || this.#children.size >= maxChildren)
      return undefined
    this.#children.set(childId, { sessionId, toolCallId: update.toolCallId })
    return childId
  }

  findParent(childId: string): string | undefined {
    return this.#children.get(childId)?.sessionId
  }

  /** Converts a child's update to one of its parent. Tool calls only: a subagent's messages are not for the person. */
  lift(childId: string, update: SessionUpdate): SessionUpdate | undefined {
    const child = this.#children.get(childId)
    if (!child || (update.sessionUpdate !== 'tool_call' && update.sessionUpdate !== 'tool_call_update'))
      return undefined
    return { ...update, _meta: { ...update._meta, parentToolCallId: child.toolCallId } }
  }

  /** Removes the children of a session that was detached. */
  forget(sessionId: string): void {
    for (const [childId, child] of this.#children) {
      if (child.sessionId === sessionId)
        this.#children.delete(childId)
    }
  }
}
