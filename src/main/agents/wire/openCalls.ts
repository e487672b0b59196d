import type { AnyMessage } from '@agentclientprotocol/sdk'
import type { JsonObject } from '../../../shared/text/jsonObject'
import { decodeAnswer } from './answerDecoder'

/** The requests that Parley sent and that wait for their answer. */
export class OpenCalls {
  readonly #open = new Set<unknown>()

  sent(message: AnyMessage): void {
    if ('method' in message && 'id' in message)
      this.#open.add(message.id)
  }

  /** What the SDK may see; `undefined` for an answer to nothing. An id that came back as text is made the number it was. */
  accept(message: JsonObject): AnyMessage | undefined {
    if (!isAnswer(message))
      return message as unknown as AnyMessage // the SDK checks requests and notifications itself
    const id = typeof message.id === 'string' && this.#open.has(Number(message.id)) ? Number(message.id) : message.id
    if (!this.#open.delete(id))
      return undefined
    return decodeAnswer({ ...message, id }) as unknown as AnyMessage // a result is checked by whoever asked
  }

  /** Finds out what a message is from its beginning alone, where the rest was too large. */
  identify(head: string): { id: string | number | undefined, isAnswer: boolean } {
    const { id, method } = topFields(head)
    return { id, isAnswer: id !== undefined && method === undefined && this.#open.delete(id) }
  }
}

/** What names no method answers; what names one wrongly too, if there is an answer in it. */
function isAnswer({ method, result, error }: JsonObject): boolean {
  return method === undefined || method === null || typeof method !== 'string' && (result !== undefined || error !== undefined)
}

const token = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g

/** `id` and `method` of a JSON object that is cut off somewhere; those of inner objects do not count. */
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
