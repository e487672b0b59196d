import type { AnyMessage, SessionUpdate, Stream } from '@agentclientprotocol/sdk'
import type { Readable, Writable } from 'node:stream'
import type { AgentTrace } from '../trace/agentTrace'
import type { LineLimits, SkippedLine } from './lineSplitter'
import { isJsonObject, type JsonObject } from '../../../shared/text/jsonObject'
import { decodeSessionUpdate } from '../decode/sessionUpdateDecoder'
import { estimateBytes } from './estimateBytes'
import { InputPump } from './inputPump'
import { readLine } from './readLine'
import { HeavyRequests, ThrottledNotices } from './wireLimits'
import { WireOutput } from './wireOutput'

const internalError = -32603
const token = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g

/** Counts of skipped and repaired input. */
export interface WireCounts {
  /** Lines that are not JSON-RPC. */
  readonly noise: number
  /** Lines that were too long, too deeply nested, or had too many parts. */
  readonly skipped: number
  /** Updates without any usable part. */
  readonly droppedUpdates: number
  readonly repairs: number
}

/** How long to keep reading from an agent that has closed its stdin. */
const drainMs = 500

/** Why a wire closed. */
export type WireEnd = 'input ended' | 'output failed' | 'no lines'

interface AgentWireOptions {
  /** The agent's stdout. */
  readonly input: Readable
  /** The agent's stdin. */
  readonly output: Writable
  readonly trace: AgentTrace
  /** `weight` estimates the update's size in memory, in bytes. */
  readonly onUpdate: (sessionId: string, update: SessionUpdate, weight: number) => void
  /** Throttled notice that a line was skipped because of its size or depth. */
  readonly onNotice: (notice: string) => void
  /** Called once, after all earlier messages were handled. */
  readonly onClose: (reason: WireEnd) => void
  readonly limits?: LineLimits
}

/**
 * Newline-delimited JSON-RPC with one agent over a pair of byte streams. Decodes updates itself and passes all other
 * messages to the SDK's client through `stream`. Messages take effect in order of arrival.
 */
export class AgentWire {
  /** The stream for the SDK's client. */
  readonly stream: Stream
  readonly #options: AgentWireOptions
  readonly #pump: InputPump
  readonly #output: WireOutput
  readonly #notices: ThrottledNotices
  readonly #calls = new OpenCalls()
  readonly #heavy = new HeavyRequests(() => this.holdInput())
  #incoming!: ReadableStreamDefaultController<AnyMessage>
  /** The SDK has closed its side and accepts no more messages. */
  #isClosed = false
  #end: WireEnd | undefined
  #firstNoise: string | undefined
  readonly #counts = { noise: 0, skipped: 0, droppedUpdates: 0, repairs: 0 }

  constructor(options: AgentWireOptions) {
    this.#options = options
    this.#output = new WireOutput({ output: options.output, holdInput: () => this.holdInput() })
    this.#notices = new ThrottledNotices(options.onNotice)
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
    // An unhandled write error, after the agent has exited, would crash the host.
    options.output.on('error', () => this.#drainInput())
  }

  get counts(): WireCounts {
    return { ...this.#counts }
  }

  /** The start of the first line that is not JSON-RPC. */
  get firstNoise(): string | undefined {
    return this.#firstNoise
  }

  /** Pauses reading until the returned function is called. */
  holdInput(): () => void {
    return this.#pump.hold()
  }

  /** Resolves when the write buffer has drained. */
  whenWritable(): Promise<void> {
    return this.#output.whenWritable()
  }

  /** The process has exited: handles all received input, even if input is held. */
  finish(): Promise<void> {
    return this.#pump.finish()
  }

  dispose(): void {
    this.#isClosed = true
    this.#pump.dispose()
  }

  /** Handles one line. Returns whether the SDK got a message. */
  #take(line: string): boolean {
    const read = readLine(line)
    const bytes = line.length
    switch (read.kind) {
      case 'message':
        return this.#handleMessage(read.message, bytes)
      case 'batch':
        this.#options.trace.message('in', read.batch, { bytes, weight: estimateBytes(read.batch) })
        this.#refuse(null, 'JSON-RPC batches are not supported')
        return false
      case 'faulty':
        this.#skip({ bytes, head: read.head }, read.fault)
        return false
      case 'noise':
        this.#counts.noise++
        this.#firstNoise ??= read.head
        this.#options.trace.note(`Not JSON-RPC: ${read.head}`)
        return false
      case 'blank':
        return false
    }
  }

  #handleMessage(message: JsonObject, bytes: number): boolean {
    const weight = estimateBytes(message)
    this.#options.trace.message('in', message, { bytes, weight })
    if (message.method === 'session/update' && message.id === undefined) {
      this.#update(message.params, weight)
      return false
    }
    if (!isRequestId(message.id)) {
      this.#refuse(null, 'The id of a request must be a string or a number')
      return false
    }
    const accepted = this.#calls.accept(message)
    if (accepted === undefined)
      this.#options.trace.note('The message above answers no request.')
    else
      this.#pass(accepted, weight)
    return accepted !== undefined
  }

  #update(params: unknown, weight: number): void {
    const decoded = decodeSessionUpdate(params)
    if (decoded === undefined) {
      this.#counts.droppedUpdates++
      this.#options.trace.note('The update above does not match the protocol and was dropped.')
      return
    }
    if (decoded.repaired.length > 0) {
      this.#counts.repairs += decoded.repaired.length
      this.#options.trace.note(`Repaired or dropped in the update above: ${decoded.repaired.slice(0, 20).join(', ')}`)
    }
    this.#options.onUpdate(decoded.sessionId, decoded.update, weight)
  }

  #skip({ bytes, head }: SkippedLine, why: string): void {
    this.#counts.skipped++
    const notice = `A message of the agent was ${why} and was skipped (${bytes} bytes).`
    this.#options.trace.note(notice)
    const { id, isAnswer } = this.#calls.identify(head)
    // Answer both sides, so that neither waits forever: the agent for its request, Parley for its call.
    if (id !== undefined && isAnswer)
      this.#pass({ jsonrpc: '2.0', id, error: { code: -32600, message: notice } })
    else if (id !== undefined)
      this.#refuse(id, `The message is ${why}`)
    this.#notices.add(why, notice)
  }

  #pass(message: AnyMessage, weight = 0): void {
    if (this.#isClosed)
      return
    if ('method' in message && 'id' in message)
      this.#heavy.add(message.id, weight)
    this.#incoming.enqueue(message)
  }

  #refuse(id: string | number | null, message: string): void {
    this.#write({ jsonrpc: '2.0', id, error: { code: -32600, message } })
  }

  #write(message: AnyMessage): void {
    if (this.#end !== undefined || this.#isClosed)
      return
    const bytes = this.#output.write(message)
    this.#calls.sent(message)
    if (!('method' in message))
      this.#heavy.remove(message.id)
    this.#options.trace.message('out', message, { bytes })
  }

  /**
   * The agent no longer reads, usually because it has exited. Reads its remaining output, which may hold the response
   * or the reason.
   */
  #drainInput(): void {
    this.#end ??= 'output failed'
    setTimeout(() => this.#pump.end(), drainMs).unref()
  }

  #close(reason: WireEnd): void {
    this.#end ??= reason
    this.#pump.end()
  }
}

/** Accepts a string, a number or `null`; notifications have no id. */
function isRequestId(id: unknown): boolean {
  return id === undefined || id === null || typeof id === 'string' || typeof id === 'number'
}

/** Ids of Parley's pending requests. */
class OpenCalls {
  readonly #open = new Set<unknown>()

  sent(message: AnyMessage): void {
    if ('method' in message && 'id' in message)
      this.#open.add(message.id)
  }

  /**
   * Returns the message for the SDK, or `undefined` for a response to no pending request. Some agents return a numeric
   * id as a string; it is converted back.
   */
  accept(message: JsonObject): AnyMessage | undefined {
    if (!isAnswer(message))
      return message as unknown as AnyMessage // the SDK checks requests and notifications itself
    const id = typeof message.id === 'string' && this.#open.has(Number(message.id)) ? Number(message.id) : message.id
    if (!this.#open.delete(id))
      return undefined
    return decodeAnswer({ ...message, id }) as unknown as AnyMessage // the caller validates the result
  }

  /** Identifies a skipped message by its first bytes. */
  identify(head: string): { id: string | number | undefined, isAnswer: boolean } {
    const { id, method } = readTopFields(head)
    return { id, isAnswer: id !== undefined && method === undefined && this.#open.delete(id) }
  }
}

/** Whether a message is a response: it has no method, or a malformed one with a result or an error. */
function isAnswer({ method, result, error }: JsonObject): boolean {
  return method === undefined
    || method === null
    || (typeof method !== 'string' && (result !== undefined || error !== undefined))
}

/**
 * Normalizes a response to either a result or an error. Some agents send unused fields as `null`. An error of another
 * shape still counts as an error.
 */
function decodeAnswer({ id, result, error }: JsonObject): JsonObject {
  if (error !== undefined && error !== null)
    return { jsonrpc: '2.0', id, error: decodeError(error) }
  if (result !== undefined)
    return { jsonrpc: '2.0', id, result }
  return {
    jsonrpc: '2.0',
    id,
    error: { code: internalError, message: 'The agent answered with neither a result nor an error.' },
  }
}

function decodeError(error: unknown): JsonObject {
  const { code, message, data } = isJsonObject(error) ? error : { code: undefined, message: error, data: undefined }
  return {
    code: Number.isSafeInteger(code) ? code : internalError,
    message: typeof message === 'string' ? message : '',
    ...(data !== undefined && { data }),
  }
}

/** Finds the top-level `id` and `method` of a possibly truncated JSON object. */
function readTopFields(head: string): { id?: string | number, method?: string | number } {
  const found: { id?: string | number, method?: string | number } = {}
  let depth = 0
  let key: string | undefined
  for (const [text] of head.matchAll(token)) {
    if (text === '{' || text === '[')
      depth++
    else if (text === '}' || text === ']')
      depth--
    else if (depth === 1 && text === ',')
      key = undefined
    else if (depth === 1 && key === undefined)
      key = text
    else if (depth === 1 && text !== ':' && (key === '"id"' || key === '"method"'))
      found[key === '"id"' ? 'id' : 'method'] ??= text.startsWith('"') ? text.slice(1, -1) : Number(text)
  }
  return found
}
