import type { RawData, WebSocket } from 'ws'
import { TextChannel } from '../../shared/textChannel'
import { splitText } from '../../shared/textParts'

const heartbeatMs = 30_000
/** A page that is this far behind is disconnected. It reconnects and requests what it shows. */
const limitBytes = 64 * 1024 * 1024

/** A channel over an authenticated WebSocket. Detects pages that disappeared without a close. */
export class WebSocketChannel extends TextChannel {
  readonly #socket: WebSocket
  readonly #heartbeat: NodeJS.Timeout
  #isAlive = true

  constructor(socket: WebSocket, { everyMs = heartbeatMs }: { everyMs?: number } = {}) {
    super()
    this.#socket = socket
    this.#heartbeat = setInterval(() => this.#beat(), everyMs)
    this.#heartbeat.unref()
    socket.on('pong', () => this.#isAlive = true)
    socket.on('message', (bytes, isBinary) => this.#receive(bytes, isBinary))
    socket.on('close', () => this.#close())
  }

  protected sendText(text: string): void {
    if (this.#socket.readyState !== this.#socket.OPEN)
      return
    if (this.#socket.bufferedAmount > limitBytes)
      return this.#socket.terminate()
    for (const part of splitText(text))
      this.#socket.send(part)
  }

  #receive(bytes: RawData, isBinary: boolean): void {
    this.#isAlive = true
    if (isBinary || !this.receiveText(bytes.toString()))
      this.#socket.close(1007, 'Not JSON')
  }

  #beat(): void {
    if (!this.#isAlive)
      return this.#socket.terminate()
    this.#isAlive = false
    this.#socket.ping()
  }

  #close(): void {
    clearInterval(this.#heartbeat)
    this.end()
  }
}
