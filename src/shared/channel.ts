/**
 * The pipe between one renderer and the host: Electron IPC, a WebSocket, or a pair of arrays in tests.
 * Messages are plain JSON values and arrive whole and in order.
 */
export interface Channel {
  send(message: unknown): void
  /** Calls `listener` for each message; returns a function that stops it. */
  onMessage(listener: (message: unknown) => void): () => void
  /** Calls `listener` once, when the other side is gone. */
  onClose(listener: () => void): () => void
}

/** Two channels joined in memory. Messages are cloned through JSON, as a socket would, and delivered in a microtask. */
export function channelPair(): { left: Channel, right: Channel, close: () => void } {
  const left = new Endpoint()
  const right = new Endpoint()
  left.peer = right
  right.peer = left
  return {
    left,
    right,
    close: () => {
      left.close()
      right.close()
    },
  }
}

class Endpoint implements Channel {
  peer: Endpoint | undefined
  readonly #messages = new Set<(message: unknown) => void>()
  readonly #closes = new Set<() => void>()
  #closed = false

  send(message: unknown): void {
    const text = JSON.stringify(message)
    void Promise.resolve().then(() => this.peer?.receive(text))
  }

  receive(text: string): void {
    if (this.#closed)
      return
    for (const listener of [...this.#messages])
      listener(JSON.parse(text))
  }

  onMessage(listener: (message: unknown) => void): () => void {
    this.#messages.add(listener)
    return () => this.#messages.delete(listener)
  }

  onClose(listener: () => void): () => void {
    this.#closes.add(listener)
    return () => this.#closes.delete(listener)
  }

  close(): void {
    if (this.#closed)
      return
    this.#closed = true
    for (const listener of [...this.#closes])
      listener()
  }
}
