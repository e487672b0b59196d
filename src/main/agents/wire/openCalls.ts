import type { AnyMessage } from '@agentclientprotocol/sdk'
import { isJsonObject, type JsonObject } from '../../../shared/text/jsonObject'

const internalError = -32603

/** The requests that Parley sent and that are not answered yet. */
export class OpenCalls {
  readonly #open = new Set<unknown>()

  sent(message: AnyMessage): void {
    if ('method' in message && 'id' in message)
      this.#open.add(message.id)
  }

  /** What the SDK may see; `undefined` for an answer to no open request. A numeric id that came back as a string becomes a number again. */
  accept(message: JsonObject): AnyMessage | undefined {
    if (!isAnswer(message))
      return message as unknown as AnyMessage // the SDK checks requests and notifications itself
    const id = typeof message.id === 'string' && this.#open.has(Number(message.id)) ? Number(message.id) : message.id
    if (!this.#open.delete(id))
      return undefined
    return decodeAnswer({ ...message, id }) as unknown as AnyMessage // the caller checks the result
  }

  /** Identifies a message by its beginning, if the rest was too large. */
  identify(head: string): { id: string | number | undefined, isAnswer: boolean } {
    const { id, method } = topFields(head)
    return { id, isAnswer: id !== undefined && method === undefined && this.#open.delete(id) }
  }
}

/** A message without a method is an answer; so is one with a malformed method that holds a result or an error. */
function isAnswer({ method, result, error }: JsonObject): boolean {
  return method === undefined || method === null || (typeof method !== 'string' && (result !== undefined || error !== undefined))
}

/**
 * An agent's answer in the form that JSON-RPC defines: a result or an error. Some agents write out every field of a message, the unused
 * ones as `null`; an error of another shape than the protocol's still counts as an error.
 */
function decodeAnswer({ id, result, error }: JsonObject): JsonObject {
  if (error !== undefined && error !== null)
    return { jsonrpc: '2.0', id, error: decodeError(error) }
  if (result !== undefined)
    return { jsonrpc: '2.0', id, result }
  return { jsonrpc: '2.0', id, error: { code: internalError, message: 'The agent answered with neither a result nor an error.' } }
}

function decodeError(error: unknown): JsonObject {
  const { code, message, data } = isJsonObject(error) ? error : { code: undefined, message: error, data: undefined }
  return {
    code: Number.isSafeInteger(code) ? code : internalError,
    message: typeof message === 'string' ? message : '',
    ...(data !== undefined && { data }),
  }
}

const token = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g

/** The top-level `id` and `method` of a JSON object that may be cut off. */
function topFields(head: string): { id?: string | number, method?: string | number } {
  const found: { id?: string | number, method?: string | number } = {}
  let depth = 0
  let key: string | undefined
  for (const [text] of head.matchAll(token)) {
    if (text === '{' || text === '[')
      depth++
    else if (text === '}' || text === ']')
      depth--
    else if (depth === 1 && text === ',')
      key = undefined
    else if (depth === 1 && key === undefined)
      key = text
    else if (depth === 1 && text !== ':' && (key === '"id"' || key === '"method"'))
      found[key === '"id"' ? 'id' : 'method'] ??= text.startsWith('"') ? text.slice(1, -1) : Number(text)
  }
  return found
}
