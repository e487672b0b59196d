import type { ThreadEventBody } from '../../../shared/thread/events'
import type { Transcript } from '../../../shared/thread/transcript'

/** The tool calls that these updates speak of, each once. */
export function toolCallIdsIn(bodies: readonly ThreadEventBody[]): string[] {
  return [...new Set(bodies.flatMap(body => toolCallIdOf(body) ?? []))]
}

/** The turns whose changes these tell, each once. */
export function summedTurnsIn(bodies: readonly ThreadEventBody[]): string[] {
  return [...new Set(bodies.flatMap(body => body.type === 'turnChanges' ? [body.promptId] : []))]
}

/** Says of an update for a tool call of an earlier turn that it comes late: a window that does not hold the call leaves it alone. */
export function markLate(body: ThreadEventBody, earlierCalls: ReadonlySet<string>): ThreadEventBody {
  const toolCallId = toolCallIdOf(body)
  return body.type === 'update' && toolCallId !== undefined && earlierCalls.has(toolCallId) ? { ...body, late: true } : body
}

/** The tool calls of earlier turns of the present session that the window holds. */
export function earlierToolCalls({ entries, firstIndex, head }: Transcript): Set<string> {
  const earlier = entries.slice(Math.max(0, (head.sessionStart ?? 0) - firstIndex), Math.max(0, head.turnStart - firstIndex))
  return new Set(earlier.flatMap(entry => entry.kind === 'tool' ? [entry.call.toolCallId] : []))
}

function toolCallIdOf(body: ThreadEventBody): string | undefined {
  return body.type === 'update' && body.update.sessionUpdate === 'tool_call_update' ? body.update.toolCallId : undefined
}
