import type { Socket } from 'node:net'
import type { AgentAddress } from '../agentDefinition'
import type { AgentEnd } from '../agentEnd'
import { Readable, Writable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { getSystemCode, HostError } from '../../../shared/errors'
import { getUrlHost } from '../../../shared/settings/agentAddress'
import { lineLimits } from '../wire/lineSplitter'
import { listTrustedAuthorities } from './certificates'
import { createRefusedError, createTooLongError, createUnreachableError, describeDisconnect } from './networkErrors'

// Routers drop idle connections after a minute or more.
const usualBeatMs = 20_000
/** A server that sends no byte for this many beats counts as gone. */
const maxSilentBeats = 3
/** Unlike a line, a frame is received completely, so even a skipped one takes memory. */
const maxFrameBytes = 2 * lineLimits.lineBytes
const maxCopiedBytes = 1024 * 1024
const newline = 0x0A
const space = 0x20
const endOfLine = Buffer.from('\n')

/** An agent reached by WebSocket. Each frame is a line. */
export class SocketEnd implements AgentEnd {
  readonly input: Readable
  readonly output: Writable
  readonly started: Promise<void>
  readonly exit: AgentEnd['exit']
  readonly stderrTail = ''
  readonly #url: string
  readonly #socket: WebSocket
  #transport: Socket | undefined
  #failure: Error | undefined
  #isOpen = false
  #isEnding = false
  /** Received but not yet passed on. */
  #frames: Buffer[] = []

  constructor({ address, environment, openMs, beatMs = usualBeatMs }: {
    address: AgentAddress
    environment: Readonly<Record<string, string | undefined>>
    /** Maximum time to open the connection. */
    openMs: number
    /** How often a silent connection is probed. */
    beatMs?: number | undefined
  }) {
    this.#url = address.url
    const isSecure = address.url.toLowerCase().startsWith('wss:')
    const socket = this.#socket = new WebSocket(address.url, {
      headers: address.headers,
      ...isSecure && { ca: listTrustedAuthorities(environment), rejectUnauthorized: true },
      followRedirects: false,
      maxPayload: maxFrameBytes,
      perMessageDeflate: false,
      skipUTF8Validation: true, // the line splitter replaces invalid bytes, as for processes
    })
    this.input = new Readable({ read: () => socket.resume() })
    this.output = new Writable({
      decodeStrings: false,
      write: (line: string, _encoding, done) => socket.send(line.endsWith('\n') ? line.slice(0, -1) : line, done),
      final: (done) => {
        this.#close()
        done()
      },
    })
    // The wire reports write errors. Without a listener here they would crash the host.
    this.output.on('error', () => undefined)
    socket.on('message', (frame: Buffer, isBinary) => this.#receive(frame, isBinary))
    socket.on('upgrade', response => this.#transport = response.socket)
    socket.on('unexpected-response', (request, response) => {
      this.#failure = createRefusedError(
        this.#url,
        { status: response.statusCode ?? 0, location: response.headers.location },
      )
      request.destroy()
      socket.terminate()
    })
    socket.on('error', error => this.#failure ??= error)
    this.started = new Promise((resolve, reject) => {
      socket.once('open', () => {
        this.#isOpen = true
        resolve()
      })
      socket.once('close', () => {
        const failure = this.#failure
        reject(failure instanceof HostError ? failure : createUnreachableError(this.#url, failure))
      })
    })
    this.started.catch(() => undefined) // callers may ignore `started`
    this.exit = this.#watchExit()
    this.#watchOpening(openMs)
    this.#watchSilence(beatMs)
  }

  async stop({ closeMs }: { closeMs: number }): Promise<void> {
    this.#close()
    if (!await this.endsWithin(closeMs))
      await this.kill()
  }

  async kill(): Promise<void> {
    this.#isEnding = true
    this.#socket.terminate()
    await this.exit
  }

  async endsWithin(limitMs: number): Promise<boolean> {
    return Promise.race([this.exit.then(() => true), delay(limitMs, false, { ref: false })])
  }

  async endLeftovers(): Promise<void> {
    // The agent has no processes on this machine.
  }

  #close(): void {
    this.#isEnding = true
    this.#socket.close()
  }

  /** Converts the frame to a line. Newlines in JSON are only white space. */
  #receive(frame: Buffer, isBinary: boolean): void {
    if (isBinary)
      return // not part of the protocol
    for (let at = frame.indexOf(newline); at >= 0; at = frame.indexOf(newline, at + 1))
      frame[at] = space
    if (this.#frames.length === 0)
      process.nextTick(() => this.#pass())
    this.#frames.push(frame, endOfLine)
  }

  /** Passes on all frames of a chunk together, which is cheaper, but without copying large ones. */
  #pass(): void {
    const frames = this.#frames
    this.#frames = []
    const isLarge = frames.some(({ length }) => length > maxCopiedBytes)
    const chunks = isLarge || frames.length === 0 ? frames : [Buffer.concat(frames)]
    const hasRoom = chunks.map(chunk => this.input.push(chunk)).every(Boolean)
    if (!hasRoom)
      this.#socket.pause()
  }

  #watchExit(): AgentEnd['exit'] {
    return new Promise((resolve) => {
      this.#socket.once('close', (code) => {
        this.#pass()
        this.input.push(null)
        this.output.destroy()
        const isLost = this.#isOpen && !this.#isEnding
        resolve({ code: null, signal: null, ...isLost && { why: this.#describeEnd(code), isBrokenOff: true } })
      })
    })
  }

  #describeEnd(code: number): string {
    const host = getUrlHost(this.#url)
    if (getSystemCode(this.#failure) === 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH')
      return createTooLongError(this.#url, maxFrameBytes).message
    return code === 1000 || code === 1001 || code === 1005
      ? `${host} closed the connection.`
      : describeDisconnect(this.#url)
  }

  /** Limits the total time, because `ws` counts from the last byte: a server could send its response for days. */
  #watchOpening(openMs: number): void {
    const timer = setTimeout(() => {
      this.#failure ??= Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' })
      this.#socket.terminate()
    }, openMs)
    const stop = (): void => clearTimeout(timer)
    this.started.then(stop, stop)
  }

  /** Any byte is a sign of life. While Parley does not read, silence means nothing. */
  #watchSilence(beatMs: number): void {
    let bytesBefore = 0
    let silentBeats = 0
    const timer = setInterval(() => {
      const bytes = this.#transport?.bytesRead ?? 0
      silentBeats = bytes !== bytesBefore || this.#socket.isPaused || !this.#isOpen ? 0 : silentBeats + 1
      bytesBefore = bytes
      if (silentBeats > maxSilentBeats)
        this.#socket.terminate()
      else if (this.#socket.readyState === WebSocket.OPEN)
        this.#socket.ping()
    }, beatMs)
    timer.unref()
    this.#socket.once('close', () => clearInterval(timer))
  }
}
