import type { Channel } from './channel'
import { Listeners } from './listeners'

/**
 * A channel over a wire that carries text, each message as JSON. A subclass sends the text, and reports what arrives
 * and when the wire is closed.
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

  /**
   * Passes a message on. False when it is not JSON: Parley sends nothing else, so whoever sent it is not to be trusted.
   */
  protected receiveText(text: string): boolean {
    const message = parsed(text)
    if (message === undefined)
      return false
    this.#messages.emit(message)
    return true
  }

  /** Closes the channel for good. False when it was closed before. */
  protected end(): boolean {
    if (this.#isClosed)
      return false
    this.#isClosed = true
    this.#closing.emit()
    return true
  }
}

/** JSON has no `undefined`, so it can say that the text is not JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  }
  catch {
    return undefined
  }
}
