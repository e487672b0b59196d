import type { AnyMessage } from '@agentclientprotocol/sdk'
import type { Fields } from './contentDecoder'

/** The requests that Parley sent and that wait for their answer. */
export class OpenCalls {
  readonly #open = new Set<unknown>()

  sent(message: AnyMessage): void {
    if ('method' in message && 'id' in message)
      this.#open.add(message.id)
  }

  /** What the SDK may see; `undefined` for an answer to nothing. An id that came back as text is made the number it was. */
  accept(message: Fields): AnyMessage | undefined {
    if (message.method !== undefined)
      return message as unknown as AnyMessage // the SDK checks requests and notifications itself
    const id = typeof message.id === 'string' && this.#open.has(Number(message.id)) ? Number(message.id) : message.id
    if (!this.#open.delete(id))
      return undefined
    return (id === message.id ? message : { ...message, id }) as unknown as AnyMessage // the SDK rejects the call when the rest does not fit
  }

  /** Finds out what a message is from its beginning alone, where the rest was too large. Nested ids do not count. */
  identify(head: string): { id: string | number | undefined, isAnswer: boolean } {
    const [, before = '', number, text] = /^\s*\{((?:"(?:jsonrpc|method)"\s*:\s*"[^"]*"\s*,|\s)*)"id"\s*:\s*(?:(-?\d+)|"([^"\\]{1,256})")/.exec(head) ?? []
    const id = number === undefined ? text : Number(number)
    const isRequest = before.includes('"method"') || /^\s*,\s*"method"/.test(head.slice(head.indexOf('"id"')).replace(/^"id"\s*:\s*(?:-?\d+|"[^"]*")/, ''))
    return { id, isAnswer: id !== undefined && !isRequest && this.#open.delete(id) }
  }
}
