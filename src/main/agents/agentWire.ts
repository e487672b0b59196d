import type { Readable, Writable } from 'node:stream'
import type { AnyMessage, SessionUpdate, Stream } from '@agentclientprotocol/sdk'
import type { AgentTrace } from './agentTrace'
import { isFields } from './contentDecoder'
import { LineSplitter, type LineLimits, type SkippedLine } from './lineSplitter'
import { isTooDeep } from './nesting'
import { OpenCalls } from './openCalls'
import { decodeSessionUpdate } from './sessionUpdateDecoder'

/** What the wire had to pass over. */
export interface WireCounts {
  /** Lines that are not JSON-RPC: noise on the agent's output. */
  readonly noise: number
  /** Lines that were too long or too deeply nested. */
  readonly skipped: number
  /** Updates of which nothing could be used, and parts that were left out of others. */
  readonly droppedUpdates: number
  readonly repairs: number
}

export interface AgentWireOptions {
  /** What the agent writes. */
  readonly input: Readable
  /** What the agent reads. */
  readonly output: Writable
  readonly trace: AgentTrace
  readonly onUpdate: (sessionId: string, update: SessionUpdate) => void
  /** A line was passed over because of its size or depth; people should know. */
  readonly onNotice: (notice: string) => void
  /** Nothing more can come, or go. Told once. */
  readonly onClose: (reason: WireEnd) => void
  readonly limits?: LineLimits
}

export type WireEnd = 'input ended' | 'output failed' | 'no lines'

// How much is taken in one go before other work gets its turn: about 2 ms.
const sliceCharacters = 256 * 1024
// An agent that does not read is not listened to either, or both sides would grow without bounds.
const maxQueuedBytes = 64 * 1024 * 1024

/**
 * The newline-framed JSON-RPC of one agent. Updates are decoded here; everything else goes through `stream` to the SDK.
 * Messages take effect in the order in which they came: after each one for the SDK, all that it sets off in promises runs
 * before the next line is looked at. Reading stops while anyone holds the input.
 */
export class AgentWire {
  /** For the SDK's client. */
  readonly stream: Stream
  readonly #options: AgentWireOptions
  readonly #splitter: LineSplitter
  readonly #calls = new OpenCalls()
  #incoming!: ReadableStreamDefaultController<AnyMessage>
  #lines: string[] = []
  #nextLine = 0
  #sliceLeft = sliceCharacters
  #holds = 0
  #isWaiting = false
  #isFinishing = false
  #inputEnded = false
  #end: WireEnd | undefined
  #isDisposed = false
  /** The SDK's side closed; it takes nothing more. */
  #isClosed = false
  #isFull = false
  readonly #counts = { noise: 0, skipped: 0, droppedUpdates: 0, repairs: 0 }

  constructor(options: AgentWireOptions) {
    this.#options = options
    this.#splitter = new LineSplitter({
      onLine: line => this.#lines.push(line),
      onSkipped: skipped => this.#skip(skipped, 'too long'),
      onFatal: () => this.#close('no lines'),
      limits: options.limits,
    })
    this.stream = {
      readable: new ReadableStream<AnyMessage>({
        start: (controller) => { this.#incoming = controller },
        cancel: () => { this.#isClosed = true },
      }),
      writable: new WritableStream<AnyMessage>({ write: message => this.#write(message) }),
    }
    options.input.on('data', (chunk: Buffer) => {
      if (!this.#inputEnded)
        this.#splitter.push(chunk)
      this.#pump()
    })
    // A pipe to a process that was killed may end with an error; its end is all that matters here.
    for (const event of ['end', 'close', 'error'])
      options.input.on(event, () => this.#endInput())
    // Unhandled, a write to an agent that is gone would end the whole host.
    options.output.on('error', () => this.#close('output failed'))
  }

  get counts(): WireCounts {
    return { ...this.#counts }
  }

  /** Stops reading until the returned function is called; for a host that cannot keep up. */
  holdInput(): () => void {
    this.#holds++
    let isHeld = true
    return () => {
      if (!isHeld)
        return
      isHeld = false
      this.#holds--
      this.#pump()
    }
  }

  /** The process is gone: takes what has come by now, held or not. */
  async finish(): Promise<void> {
    this.#isFinishing = true
    this.#endInput()
    while (this.#hasLines() && !this.#isDisposed)
      await new Promise(setImmediate)
  }

  dispose(): void {
    this.#isDisposed = true
    this.#lines = []
    this.#options.input.destroy()
  }

  #hasLines(): boolean {
    return this.#nextLine < this.#lines.length
  }

  #pump(): void {
    if (this.#isWaiting || this.#isDisposed)
      return
    while (this.#hasLines()) {
      if (this.#holds > 0 && !this.#isFinishing)
        return void this.#options.input.pause()
      const line = this.#lines[this.#nextLine]!
      this.#lines[this.#nextLine++] = ''
      this.#sliceLeft -= line.length
      if (this.#take(line) || this.#sliceLeft <= 0)
        return this.#goOnLater()
    }
    this.#lines = []
    this.#nextLine = 0
    if (this.#holds > 0 && !this.#isFinishing)
      this.#options.input.pause()
    else if (this.#options.input.isPaused())
      this.#options.input.resume()
    if (this.#end !== undefined)
      this.#tellEnd()
  }

  #goOnLater(): void {
    this.#isWaiting = true
    this.#options.input.pause()
    setImmediate(() => {
      this.#isWaiting = false
      this.#sliceLeft = sliceCharacters
      this.#pump()
    })
  }

  /** Deals with one line; true when the SDK got something to do. */
  #take(line: string): boolean {
    if (isTooDeep(line)) {
      this.#skip({ bytes: line.length, head: line.slice(0, 4096) }, 'too deeply nested')
      return false
    }
    let message: unknown
    try {
      message = JSON.parse(line)
    }
    catch {
      // Package managers and loggers write to the same pipe; that is noise, not an error.
      if (line.trim() !== '')
        this.#noise(line)
      return false
    }
    if (Array.isArray(message)) {
      this.#options.trace.message('in', message, line.length)
      this.#answer(null, 'JSON-RPC batches are not supported')
      return false
    }
    if (!isFields(message) || message.jsonrpc !== '2.0') {
      this.#noise(line)
      return false
    }
    this.#options.trace.message('in', message, line.length)
    if (message.method === 'session/update' && message.id === undefined) {
      this.#update(message.params)
      return false
    }
    const passed = this.#calls.accept(message)
    if (passed === undefined) {
      this.#options.trace.note('The message above answers nothing that was asked.')
      return false
    }
    this.#pass(passed)
    return true
  }

  #pass(message: AnyMessage): void {
    if (!this.#isClosed)
      this.#incoming.enqueue(message)
  }

  #update(params: unknown): void {
    const decoded = decodeSessionUpdate(params)
    if (decoded === undefined) {
      this.#counts.droppedUpdates++
      this.#options.trace.note('The update above does not fit the protocol and was left out.')
      return
    }
    if (decoded.repaired.length > 0) {
      this.#counts.repairs += decoded.repaired.length
      this.#options.trace.note(`Mended or left out in the update above: ${decoded.repaired.join(', ')}`)
    }
    this.#options.onUpdate(decoded.sessionId, decoded.update)
  }

  #noise(line: string): void {
    this.#counts.noise++
    this.#options.trace.note(`Not JSON-RPC: ${line.slice(0, 1000)}`)
  }

  #skip({ bytes, head }: SkippedLine, why: string): void {
    this.#counts.skipped++
    const notice = `A message of the agent was ${why} and was skipped (${bytes} bytes).`
    this.#options.trace.note(notice)
    const { id, isAnswer } = this.#calls.identify(head)
    if (isAnswer)
      this.#pass({ jsonrpc: '2.0', id: id!, error: { code: -32600, message: notice } })
    else if (id !== undefined)
      this.#answer(id, `The message is ${why}`)
    this.#options.onNotice(notice)
  }

  #answer(id: string | number | null, message: string): void {
    this.#write({ jsonrpc: '2.0', id, error: { code: -32600, message } })
  }

  #write(message: AnyMessage): void {
    if (this.#end !== undefined || this.#isDisposed)
      return
    const { output, trace } = this.#options
    const line = JSON.stringify(message)
    this.#calls.sent(message)
    trace.message('out', message, line.length)
    output.write(`${line}\n`)
    if (output.writableLength > maxQueuedBytes && !this.#isFull)
      this.#waitForDrain()
  }

  #waitForDrain(): void {
    this.#isFull = true
    const release = this.holdInput()
    this.#options.output.once('drain', () => {
      this.#isFull = false
      release()
    })
  }

  #endInput(): void {
    if (this.#inputEnded)
      return
    this.#inputEnded = true
    this.#splitter.end()
    this.#close('input ended')
  }

  #close(reason: WireEnd): void {
    if (this.#end !== undefined)
      return
    this.#end = reason
    this.#pump()
  }

  #tellEnd(): void {
    if (this.#isDisposed)
      return
    this.#isDisposed = true
    this.#options.onClose(this.#end!)
  }
}
