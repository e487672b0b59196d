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

/** What the wire had to skip or repair. */
export interface WireCounts {
  /** Lines that are not JSON-RPC: noise in the agent's output. */
  readonly noise: number
  /** Lines that were too long, too deeply nested, or made of too many parts. */
  readonly skipped: number
  /** Updates without a usable part, and parts that were repaired or dropped in others. */
  readonly droppedUpdates: number
  readonly repairs: number
}

/** How long output is read from an agent that stopped reading, unless it ends first. */
const lastWordsMs = 500

/** Why a wire has ended. */
export type WireEnd = 'input ended' | 'output failed' | 'no lines'

interface AgentWireOptions {
  /** What the agent writes. */
  readonly input: Readable
  /** What the agent reads. */
  readonly output: Writable
  readonly trace: AgentTrace
  /** `weight` is about how many bytes the update takes in memory. */
  readonly onUpdate: (sessionId: string, update: SessionUpdate, weight: number) => void
  /** A line was skipped because of its size or depth; called sparsely, however many there are. */
  readonly onNotice: (notice: string) => void
  /** The wire has ended; called once, after everything that came before. */
  readonly onClose: (reason: WireEnd) => void
  readonly limits?: LineLimits
}

/**
 * The newline-framed JSON-RPC of one agent, over any pair of byte streams. Updates are decoded here; everything else
 * goes through `stream` to the SDK's client. Messages take effect in the order in which they came.
 */
export class AgentWire {
  /** For the SDK's client. */
  readonly stream: Stream
  readonly #options: AgentWireOptions
  readonly #pump: InputPump
  readonly #output: WireOutput
  readonly #notices: ThrottledNotices
  readonly #calls = new OpenCalls()
  readonly #heavy = new HeavyRequests(() => this.holdInput())
  #incoming!: ReadableStreamDefaultController<AnyMessage>
  /** The SDK's side is closed and takes nothing more. */
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
    // An unhandled write error, to an agent that is gone, would end the whole host.
    options.output.on('error', () => this.#hearOut())
  }

  get counts(): WireCounts {
    return { ...this.#counts }
  }

  /** The beginning of the first line that is not JSON-RPC. */
  get firstNoise(): string | undefined {
    return this.#firstNoise
  }

  /** Stops reading until the returned function is called, for a host that cannot keep up. */
  holdInput(): () => void {
    return this.#pump.hold()
  }

  /** Resolves once the agent has read enough of what was written. */
  room(): Promise<void> {
    return this.#output.room()
  }

  /** The process is gone: handles what has come by now, held or not. */
  finish(): Promise<void> {
    return this.#pump.finish()
  }

  dispose(): void {
    this.#isClosed = true
    this.#pump.dispose()
  }

  /** Handles one line; true if it gave the SDK something to do. */
  #take(line: string): boolean {
    const read = readLine(line)
    const bytes = line.length
    switch (read.kind) {
      case 'message':
        return this.#message(read.message, bytes)
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

  #message(message: JsonObject, bytes: number): boolean {
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
    // Neither side may wait forever: the agent for the answer to its request, Parley for the agent's.
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
      this.#heavy.asked(message.id, weight)
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
      this.#heavy.answered(message.id)
    this.#options.trace.message('out', message, { bytes })
  }

  /**
   * The agent no longer reads, most often because it has ended: what it has said by then may be the answer, or why it
   * ended.
   */
  #hearOut(): void {
    this.#end ??= 'output failed'
    setTimeout(() => this.#pump.end(), lastWordsMs).unref()
  }

  #close(reason: WireEnd): void {
    this.#end ??= reason
    this.#pump.end()
  }
}

/** A string, a number or null; notifications have none. */
function isRequestId(id: unknown): boolean {
  return id === undefined || id === null || typeof id === 'string' || typeof id === 'number'
}

/** The requests that Parley sent and that are not answered yet. */
class OpenCalls {
  readonly #open = new Set<unknown>()

  sent(message: AnyMessage): void {
    if ('method' in message && 'id' in message)
      this.#open.add(message.id)
  }

  /**
   * What the SDK may see; `undefined` for an answer to no open request. A numeric id that came back as a string becomes
   * a number again.
   */
  accept(message: JsonObject): AnyMessage | undefined {
    if (!isAnswer(message))
      return message as unknown as AnyMessage // the SDK checks requests and notifications itself
    const id = typeof message.id === 'string' && this.#open.has(Number(message.id)) ? Number(message.id) : message.id
    if (!this.#open.delete(id))
      return undefined
    return decodeAnswer({ ...message, id }) as unknown as AnyMessage // the caller checks the result
  }

  /** Identifies a message by its beginning, if the rest was too large. */
  identify(head: string): { id: string | number | undefined, isAnswer: boolean } {
    const { id, method } = topFields(head)
    return { id, isAnswer: id !== undefined && method === undefined && this.#open.delete(id) }
  }
}

/** A message without a method is an answer; so is one with a malformed method that holds a result or an error. */
function isAnswer({ method, result, error }: JsonObject): boolean {
  return method === undefined || method === null || (typeof method !== 'string' && (result !== undefined || error !== undefined))
}

/**
 * An agent's answer in the form that JSON-RPC defines: a result or an error. Some agents write out every field of a
 * message, the unused ones as `null`; an error of another shape than the protocol's still counts as an error.
 */
function decodeAnswer({ id, result, error }: JsonObject): JsonObject {
  if (error !== undefined && error !== null)
    return { jsonrpc: '2.0', id, error: decodeError(error) }
  if (result !== undefined)
    return { jsonrpc: '2.0', id, result }
  return { jsonrpc: '2.0', id, error: { code: internalError, message: 'The agent answered with neither a result nor an error.' } }
}

function decodeError(error: unknown): JsonObject {
  const { code, message, data } = isJsonObject(error) ? error : { code: undefined, message: error, data: undefined }
  return {
    code: Number.isSafeInteger(code) ? code : internalError,
    message: typeof message === 'string' ? message : '',
    ...(data !== undefined && { data }),
  }
}

/** The top-level `id` and `method` of a JSON object that may be cut off. */
function topFields(head: string): { id?: string | number, method?: string | number } {
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
