import type { JsonObject } from '../../../shared/text/jsonObject'

/** How Parley talks to an MCP server. */
export interface McpWire {
  /** The result; rejects with an `McpFault` where there is none. */
  request(method: string, params: JsonObject): Promise<unknown>
  notify(method: string): Promise<void>
}

/** What is wrong with a server, in words for a person. */
export class McpFault extends Error {}

/** The result that an answer carries. Throws an `McpFault` for an error, or what is no answer. */
export function resultOf(answer: JsonObject): unknown {
  const { error } = answer
  if (error === undefined && 'result' in answer)
    return answer.result
  const message = typeof error === 'object' && error !== null && 'message' in error ? String(error.message).slice(0, 1_000) : 'no result'
  throw new McpFault(`The server answered with an error: ${message}`)
}
