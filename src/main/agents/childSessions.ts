import type { SessionUpdate } from '@agentclientprotocol/sdk'
import { isJsonObject } from '../../shared/text/jsonObject'

/** Where the work of a subagent belongs. */
interface Child {
  readonly sessionId: string
  readonly toolCallId: string
}

/** One turn has a few subagents; more than this many sessions of an agent's own are not followed. */
const maxChildren = 1_000

/** The sessions that an agent began by itself for subagents, and named in the tool calls that started them. */
export class ChildSessions {
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

  /** An update of a child session as one of its parent's; only what it did, as its words are not meant for the person. */
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
