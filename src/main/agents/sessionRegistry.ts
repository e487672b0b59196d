import type { SessionRequests } from './agentRequests'
import { RequestError, type SessionUpdate } from '@agentclientprotocol/sdk'
import { HostError } from '../../shared/errors'
import { isJsonObject } from '../../shared/text/jsonObject'

/** One turn has a few subagents; more than this many sessions of an agent's own are not followed. */
const maxChildren = 1_000

/** What carries a session on Parley's side: a thread. */
export interface SessionClient {
  /** Gets the session's updates, in order; `bytes` is about how much memory one takes. */
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
 * The sessions of one connection: brings each update and each request of the agent to the client of the session that it
 * names. Real agents send updates before they have answered which session they began, so those of an unknown session
 * are held for a short while.
 */
export class SessionRegistry {
  readonly #sessions = new Map<string, SessionClient>()
  /** Where requests that name no session go, the latest last. */
  readonly #sessionless: SessionRequests[] = []
  readonly #held = new Map<string, HeldUpdates>()
  readonly #children = new ChildSessions()
  /** Of all sessions together. */
  #heldBytes = 0
  readonly #holdMs: number
  #dropped = 0

  constructor(options: { holdMs?: number } = {}) {
    this.#holdMs = options.holdMs ?? holdMs
  }

  /** How many updates came for a session that no one has attached to. */
  get dropped(): number {
    return this.#dropped
  }

  /**
   * Hands over the updates that were held, and from here on all updates and requests of the session. Throws when the
   * session has another client. Returns a function that ends it.
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
   * From here on requests that name no session go to `requests`, such as questions during a sign-in. Returns a function
   * that ends it.
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
   * What answers a request for that session; one without goes to a sign-in, otherwise to any session. Throws if there
   * is none.
   */
  requestsFor(sessionId: string | undefined): SessionRequests {
    const requests = sessionId === undefined
      ? this.#sessionless.at(-1) ?? this.#sessions.values().next().value?.requests
      : (this.#sessions.get(sessionId) ?? this.#sessions.get(this.#children.parentOf(sessionId) ?? ''))?.requests
    if (!requests)
      throw new RequestError(-32002, `Session ${sessionId ?? ''} not found`)
    return requests
  }

  /** Names no session, only the question: the client that asked it knows it. */
  completeElicitation(elicitationId: string): void {
    for (const requests of [...this.#sessionless, ...[...this.#sessions.values()].map(({ requests }) => requests)])
      requests.completeElicitation(elicitationId)
  }

  update(sessionId: string, update: SessionUpdate, bytes: number): void {
    const client = this.#sessions.get(sessionId)
    if (client !== undefined) {
      client.onUpdate(update, bytes)
      return this.#follow(sessionId, update)
    }
    const parentId = this.#children.parentOf(sessionId)
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

  /** What a subagent did is held until the call that started it names its session. */
  #follow(sessionId: string, update: SessionUpdate): void {
    const childId = this.#children.note(sessionId, update)
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

  /** The updates that were held for a session, which are held no longer. */
  #release(sessionId: string): HeldUpdates['updates'] {
    const { updates, timer } = this.#held.get(sessionId) ?? { updates: [], timer: undefined }
    this.#held.delete(sessionId)
    clearTimeout(timer)
    for (const { bytes } of updates)
      this.#heldBytes -= bytes
    return updates
  }
}

/** Where the work of a subagent belongs. */
interface Child {
  readonly sessionId: string
  readonly toolCallId: string
}

/** The sessions that an agent began by itself for subagents, and named in the tool calls that started them. */
class ChildSessions {
  readonly #children = new Map<string, Child>()

  /** Takes note of a child session that an update of a session of Parley's names; answers its id, where it is new. */
  note(sessionId: string, update: SessionUpdate): string | undefined {
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

  /** The session that a child session belongs to. */
  parentOf(childId: string): string | undefined {
    return this.#children.get(childId)?.sessionId
  }

  /**
   * An update of a child session as one of its parent's; only what it did, as its words are not meant for the person.
   */
  lift(childId: string, update: SessionUpdate): SessionUpdate | undefined {
    const child = this.#children.get(childId)
    if (!child || (update.sessionUpdate !== 'tool_call' && update.sessionUpdate !== 'tool_call_update'))
      return undefined
    return { ...update, _meta: { ...update._meta, parentToolCallId: child.toolCallId } }
  }

  /** A session of Parley's is over, and so are its children. */
  forget(sessionId: string): void {
    for (const [childId, child] of this.#children) {
      if (child.sessionId === sessionId)
        this.#children.delete(childId)
    }
  }
}
