import type { ContentChunk } from '@agentclientprotocol/sdk'
import type { ThreadEventBody, UpdateEvent } from '../events'

const chunkKinds = new Set(['user_message_chunk', 'agent_message_chunk', 'agent_thought_chunk'])

/**
 * Merges consecutive text chunks of one message, so that the log has one event for about fifty chunks. Other events and
 * the order are unchanged.
 */
export function coalesce(bodies: readonly ThreadEventBody[]): ThreadEventBody[] {
  const joined: ThreadEventBody[] = []
  for (let index = 0; index < bodies.length;) {
    const first = bodies[index]!
    let end = index + 1
    while (end < bodies.length && canJoin(first, bodies[end]!))
      end++
    joined.push(end === index + 1 ? first : join(bodies.slice(index, end) as UpdateEvent[]))
    index = end
  }
  return joined
}

function canJoin(first: ThreadEventBody, next: ThreadEventBody): boolean {
  const a = getTextChunk(first)
  const b = getTextChunk(next)
  return a !== undefined && b !== undefined
    && a.sessionUpdate === b.sessionUpdate
    && (a.messageId ?? undefined) === (b.messageId ?? undefined)
}

/** A plain text chunk; chunks with annotations or `_meta` stay separate events. */
function getTextChunk(body: ThreadEventBody): (ContentChunk & { sessionUpdate: string }) | undefined {
  if (body.type !== 'update' || !chunkKinds.has(body.update.sessionUpdate))
    return undefined
  const chunk = body.update as ContentChunk & { sessionUpdate: string } // its kind was just checked
  return chunk.content.type === 'text' && !chunk.content.annotations && !chunk.content._meta && !chunk._meta
    ? chunk
    : undefined
}

function join(run: readonly UpdateEvent[]): UpdateEvent {
  const text = run.map(event => getChunkText(event)).join('')
  const first = run[0]!
  return { ...first, update: { ...first.update, content: { type: 'text', text } } as UpdateEvent['update'] }
}

function getChunkText(event: UpdateEvent): string {
  const { content } = event.update as ContentChunk
  return content.type === 'text' ? content.text : ''
}
