import type { Readable, Writable } from 'node:stream'
import type { AnyMessage, SessionUpdate, Stream } from '@agentclientprotocol/sdk'
import { isFields } from '../../shared/fields'
import type { AgentTrace } from './agentTrace'
import { InputPump } from './inputPump'
import type { LineLimits, SkippedLine } from './lineSplitter'
import { isTooDeep } from './isTooDeep'
import { OpenCalls } from './openCalls'
import { decodeSessionUpdate } from './sessionUpdateDecoder'

/** What the wire had to pass over. */
export interface WireCounts {
  /** Lines that are not JSON-RPC: noise on the agent's output. */
  readonly noise: number
  /** Lines that were too long or too deeply nested. */
  readonly skipped: number
  /** Updates of which nothing could be used, and parts that were mended or left out of others. */
  readonly droppedUpdates: number
  readonly repairs: number
}

/** Why nothing more can come over a wire, or go. */
export type WireEnd = 'input ended' | 'output failed' | 'no lines'

/** What a wire runs between, and whom it tells. */
export interface AgentWireOptions {
  /** What the agent writes. */
  readonly input: Readable
  /** What the agent reads. */
  readonly output: Writable
  readonly trace: AgentTrace
  readonly onUpdate: (sessionId: string, update: SessionUpdate) => void
  /** A line was passed over because of its size or depth; people should know. */
  readonly onNotice: (notice: string) => void
  /** Nothing more can come, or go. Told once, after everything that came before. */
  readonly onClose: (reason: WireEnd) => void
  readonly limits?: LineLimits
}

// An agent that does not read is not listened to either, or both sides would grow without bounds.
const maxQueuedBytes = 64 * 1024 * 1024

/**
 * The newline-framed JSON-RPC of one agent, over any pair of byte streams. Updates are decoded here; everything else goes
 * through `stream` to the SDK's client. Messages take effect in the order in which they came.
 */
export class AgentWire {
  /** For the SDK's client. */
  readonly stream: Stream
  readonly #options: AgentWireOptions
  readonly #pump: InputPump
  readonly #calls = new OpenCalls()
  #incoming!: ReadableStreamDefaultController<AnyMessage>
  /** The SDK's side closed; it takes nothing more. */
  #isClosed = false
  #isFull = false
  #end: WireEnd | undefined
  readonly #counts = { noise: 0, skipped: 0, droppedUpdates: 0, repairs: 0 }

  constructor(options: AgentWireOptions) {
    this.#options = options
    this.stream = {
      readable: new ReadableStream<AnyMessage>({
        start: (controller) => { this.#incoming = controller },
        cancel: () => { this.#isClosed = true },
      }),
      writable: new WritableStream<AnyMessage>({ write: message => this.#write(message) }),
    }
    this.#pump = new InputPump({
      input: options.input,
      take: line => this.#take(line),
      onSkipped: skipped => this.#skip(skipped, 'too long'),
      onFatal: () => this.#close('no lines'),
      onEnd: () => options.onClose(this.#end ?? 'input ended'),
      limits: options.limits,
    })
    // Unhandled, a write to an agent that is gone would end the whole host.
    options.output.on('error', () => this.#close('output failed'))
  }

  get counts(): WireCounts {
    return { ...this.#counts }
  }

  /** Stops reading until the returned function is called; for a host that cannot keep up. */
  holdInput(): () => void {
    return this.#pump.hold()
  }

  /** The process is gone: takes what has come by now, held or not. */
  finish(): Promise<void> {
    return this.#pump.finish()
  }

  dispose(): void {
    this.#isClosed = true
    this.#pump.dispose()
  }

  /** Deals with one line; true when the SDK got something to do. */
  #take(line: string): boolean {
    if (isTooDeep(line)) {
      this.#skip({ bytes: line.length, head: line.slice(0, 4096) }, 'too deeply nested')
      return false
    }
    const message = parseLine(line)
    if (Array.isArray(message)) {
      this.#options.trace.message('in', message, line.length)
      this.#refuse(null, 'JSON-RPC batches are not supported')
      return false
    }
    if (!isFields(message) || message.jsonrpc !== '2.0') {
      this.#ignoreNoise(line)
      return false
    }
    this.#options.trace.message('in', message, line.length)
    if (message.method === 'session/update' && message.id === undefined) {
      this.#update(message.params)
      return false
    }
    const accepted = this.#calls.accept(message)
    if (accepted === undefined)
      this.#options.trace.note('The message above answers nothing that was asked.')
    else
      this.#pass(accepted)
    return accepted !== undefined
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
      this.#options.trace.note(`Mended or left out in the update above: ${decoded.repaired.slice(0, 20).join(', ')}`)
    }
    this.#options.onUpdate(decoded.sessionId, decoded.update)
  }

  /** Package managers and loggers write to the same pipe; that is no error. */
  #ignoreNoise(line: string): void {
    if (line.trim() === '')
      return
    this.#counts.noise++
    this.#options.trace.note(`Not JSON-RPC: ${line.slice(0, 1000)}`)
  }

  #skip({ bytes, head }: SkippedLine, why: string): void {
    this.#counts.skipped++
    const notice = `A message of the agent was ${why} and was skipped (${bytes} bytes).`
    this.#options.trace.note(notice)
    const { id, isAnswer } = this.#calls.identify(head)
    // Whoever waits must not wait for ever: the agent for its request, we for its answer.
    if (id !== undefined && isAnswer)
      this.#pass({ jsonrpc: '2.0', id, error: { code: -32600, message: notice } })
    else if (id !== undefined)
      this.#refuse(id, `The message is ${why}`)
    this.#options.onNotice(notice)
  }

  #pass(message: AnyMessage): void {
    if (!this.#isClosed)
      this.#incoming.enqueue(message)
  }

  #refuse(id: string | number | null, message: string): void {
    this.#write({ jsonrpc: '2.0', id, error: { code: -32600, message } })
  }

  #write(message: AnyMessage): void {
    if (this.#end !== undefined || this.#isClosed)
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

  #close(reason: WireEnd): void {
    this.#end ??= reason
    this.#pump.end()
  }
}

/** `undefined` for what is not JSON. */
function parseLine(line: string): unknown {
  try {
    return JSON.parse(line)
  }
  catch {
    return undefined // the caller deals with it as noise
  }
}
