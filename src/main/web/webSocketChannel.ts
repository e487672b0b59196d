import type { RawData, WebSocket } from 'ws'
import type { Channel } from '../../shared/channel'

const heartbeatMs = 30_000
/** A page that is this far behind is cut off; it connects again and asks for what it shows. */
const limitBytes = 64 * 1024 * 1024

/** A channel over a WebSocket that is already trusted. Notices a page that went away without a word. */
export class WebSocketChannel implements Channel {
  readonly #socket: WebSocket
  readonly #messageListeners = new Set<(message: unknown) => void>()
  readonly #closeListeners = new Set<() => void>()
  readonly #heartbeat: NodeJS.Timeout
  #isAlive = true
  #isClosed = false

  constructor(socket: WebSocket, { everyMs = heartbeatMs }: { everyMs?: number } = {}) {
    this.#socket = socket
    this.#heartbeat = setInterval(() => this.#beat(), everyMs)
    this.#heartbeat.unref()
    socket.on('pong', () => this.#isAlive = true)
    socket.on('message', (bytes, isBinary) => this.#receive(bytes, isBinary))
    socket.on('close', () => this.#close())
  }

  send(message: unknown): void {
    if (this.#isClosed || this.#socket.readyState !== this.#socket.OPEN)
      return
    if (this.#socket.bufferedAmount > limitBytes)
      return this.#socket.terminate()
    this.#socket.send(JSON.stringify(message))
  }

  onMessage(listener: (message: unknown) => void): () => void {
    this.#messageListeners.add(listener)
    return () => this.#messageListeners.delete(listener)
  }

  onClose(listener: () => void): () => void {
    this.#closeListeners.add(listener)
    return () => this.#closeListeners.delete(listener)
  }

  #receive(bytes: RawData, isBinary: boolean): void {
    this.#isAlive = true
    const message = isBinary ? undefined : parsed(bytes.toString())
    if (message === undefined)
      return this.#socket.close(1007, 'Not JSON')
    for (const listener of [...this.#messageListeners])
      listener(message)
  }

  #beat(): void {
    if (!this.#isAlive)
      return this.#socket.terminate()
    this.#isAlive = false
    this.#socket.ping()
  }

  #close(): void {
    if (this.#isClosed)
      return
    this.#isClosed = true
    clearInterval(this.#heartbeat)
    for (const listener of [...this.#closeListeners])
      listener()
  }
}

/** `undefined` when it is not JSON, which Parley's page never sends. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  }
  catch {
    return undefined
  }
}
