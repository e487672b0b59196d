import type { Channel } from '../../shared/channel'

/**
 * A channel over a wire that carries text, each message as JSON. A kind of wire adds how text is sent, and says what came and when it
 * ended.
 */
export abstract class TextChannel implements Channel {
  readonly #messageListeners = new Set<(message: unknown) => void>()
  readonly #closeListeners = new Set<() => void>()
  #isClosed = false

  get isClosed(): boolean {
    return this.#isClosed
  }

  send(message: unknown): void {
    if (!this.#isClosed)
      this.sendText(JSON.stringify(message))
  }

  onMessage(listener: (message: unknown) => void): () => void {
    this.#messageListeners.add(listener)
    return () => this.#messageListeners.delete(listener)
  }

  onClose(listener: () => void): () => void {
    this.#closeListeners.add(listener)
    return () => this.#closeListeners.delete(listener)
  }

  protected abstract sendText(text: string): void

  /** Hands on what came. False when it is not JSON: Parley's own page sends nothing else, so whoever did is not to be trusted. */
  protected receiveText(text: string): boolean {
    const message = parsed(text)
    if (message === undefined)
      return false
    for (const listener of [...this.#messageListeners])
      listener(message)
    return true
  }

  /** The other side is gone, or given up. False when that was told before. */
  protected end(): boolean {
    if (this.#isClosed)
      return false
    this.#isClosed = true
    for (const listener of [...this.#closeListeners])
      listener()
    return true
  }
}

/** JSON has no `undefined`: it stands for what is not JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  }
  catch {
    return undefined
  }
}
