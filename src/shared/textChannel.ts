import type { Channel } from './channel'
import { Listeners } from './listeners'

/**
 * A channel over a text transport, with JSON messages. Subclasses send the text, and report incoming text and the end
 * of the connection.
 */
export abstract class TextChannel implements Channel {
  readonly #messages = new Listeners<unknown>()
  readonly #closing = new Listeners<void>()
  #isClosed = false

  get isClosed(): boolean {
    return this.#isClosed
  }

  send(message: unknown): void {
    if (!this.#isClosed)
      this.sendText(JSON.stringify(message))
  }

  onMessage(listener: (message: unknown) => void): () => void {
    return this.#messages.add(listener)
  }

  onClose(listener: () => void): () => void {
    return this.#closing.add(listener)
  }

  protected abstract sendText(text: string): void

  /** Delivers a message. Returns false if it is not JSON: Parley sends nothing else, so the sender can't be trusted. */
  protected receiveText(text: string): boolean {
    const message = parseJson(text)
    if (message === undefined)
      return false
    this.#messages.emit(message)
    return true
  }

  /** Closes the channel. Returns false if it was already closed. */
  protected end(): boolean {
    if (this.#isClosed)
      return false
    this.#isClosed = true
    this.#closing.emit()
    return true
  }
}

/** Returns `undefined`, which JSON cannot represent, if the text is not JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  }
  catch {
    return undefined
  }
}
