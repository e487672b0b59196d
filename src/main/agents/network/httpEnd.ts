import type { AnyMessage } from '@agentclientprotocol/sdk'
import type { IncomingMessage } from 'node:http'
import type { WritableStream as NodeWritableStream } from 'node:stream/web'
import type { AgentAddress } from '../agentDefinition'
import type { AgentEnd } from '../agentEnd'
import { Readable, Writable } from 'node:stream'
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises'
import { createHttpStream } from '@agentclientprotocol/sdk/experimental/http-client'
import { getSystemCode, HostError } from '../../../shared/errors'
import { lineLimits } from '../wire/lineSplitter'
import { EventFilter } from './eventFilter'
import { HttpRequests } from './httpRequests'
import { createNoAgentError, createTooLongError, createUnreachableError, describeDisconnect } from './networkErrors'

/** The response to `session/load` may arrive before the history, because they use different streams. */
const usualQuietMs = 1_000
/** Time limit for telling the server that the connection is closed. */
const farewellMs = 1_000

/** An agent reached over HTTP: messages to it are posted, and its own arrive as server-sent events. */
export class HttpEnd implements AgentEnd {
  readonly input: Readable
  readonly output: Writable
  /** There is no connection until the first message. */
  readonly started = Promise.resolve()
  readonly exit: AgentEnd['exit']
  readonly stderrTail = ''
  readonly #url: string
  readonly #requests: HttpRequests
  readonly #reader: ReadableStreamDefaultReader<AnyMessage>
  readonly #writer: WritableStreamDefaultWriter<AnyMessage>
  readonly #onNote: (note: string) => void
  readonly #quietMs: number
  /** Ids of the pending requests to load a session. */
  readonly #loads = new Set<unknown>()
  #room = Promise.resolve()
  #makeRoom: (() => void) | undefined
  /** Number of chunks received on the event streams. */
  #pieces = 0
  /** Resolves when the server has been told that the connection is closed. */
  #farewell: Promise<void> | undefined
  #failure: unknown
  #isOpen = false
  #isEnding = false

  constructor({ address: { url, headers }, environment, onNote, quietMs = usualQuietMs }: {
    address: AgentAddress
    environment: Readonly<Record<string, string | undefined>>
    /** Called with notes for the agent's log. */
    onNote: (note: string) => void
    /** How long no event may arrive before a loaded session counts as complete. */
    quietMs?: number | undefined
  }) {
    this.#url = url
    this.#onNote = onNote
    this.#quietMs = quietMs
    this.#requests = new HttpRequests({ url, environment, openEvents: (...args) => this.#openEvents(...args) })
    const { readable, writable } = createHttpStream(url, {
      headers,
      fetch: this.#requests.fetch,
      maxMessageBytes: lineLimits.lineBytes,
    })
    this.#reader = readable.getReader()
    this.#writer = writable.getWriter()
    this.#writer.closed.catch(() => undefined) // each write reports the error
    this.input = new Readable({ read: () => this.#makeRoom?.() })
    const posts = new WritableStream<string>({ write: line => this.#post(line), close: () => this.#close() })
    this.output = Writable.fromWeb(posts as NodeWritableStream, { decodeStrings: false })
    // The wire reports write errors. Without a listener here they would crash the host.
    this.output.on('error', () => undefined)
    this.exit = this.#run()
  }

  async stop({ closeMs }: { closeMs: number }): Promise<void> {
    this.#close()
    if (!await this.endsWithin(closeMs))
      await this.kill()
  }

  async kill(): Promise<void> {
    this.#close()
    if (!await this.endsWithin(farewellMs))
      this.#requests.dispose()
    await this.exit
  }

  async endsWithin(limitMs: number): Promise<boolean> {
    return Promise.race([this.exit.then(() => true), delay(limitMs, false, { ref: false })])
  }

  async endLeftovers(): Promise<void> {
    // The agent has no processes on this machine.
  }

  async #post(line: string): Promise<void> {
    const message = JSON.parse(line) as AnyMessage
    if ('method' in message && message.method === 'session/load' && 'id' in message)
      this.#loads.add(message.id)
    await this.#writer.write(message)
  }

  /** Passes messages on until the connection ends. */
  async #run(): AgentEnd['exit'] {
    try {
      for (;;) {
        const { done, value } = await this.#reader.read()
        if (done)
          break
        this.#isOpen = true
        this.#deliver(value)
      }
    }
    catch (error) {
      this.#failure ??= error
    }
    if (this.#isEnding)
      await this.#farewell
    setTimeout(() => this.#requests.dispose(), this.#isEnding ? 0 : farewellMs).unref()
    this.input.push(null)
    this.output.destroy()
    return { code: null, signal: null, ...!this.#isEnding && this.#describeEnd() }
  }

  #deliver(message: AnyMessage): void {
    const line = `${JSON.stringify(message)}\n`
    if ('method' in message || !this.#loads.delete(message.id) || !('result' in message))
      return this.#push(line)
    this.#onNote('By HTTP, an answer may overtake the history. It waits until nothing has come for a second.')
    this.#pushWhenQuiet(line)
  }

  #pushWhenQuiet(line: string, piecesBefore = -1): void {
    const pieces = this.#pieces
    if (pieces === piecesBefore && !this.#makeRoom)
      return this.#push(line)
    setTimeout(() => this.#pushWhenQuiet(line, pieces), this.#quietMs).unref()
  }

  #push(line: string): void {
    if (this.output.destroyed || this.input.push(line) || this.#makeRoom)
      return
    this.#room = new Promise((resolve) => {
      this.#makeRoom = () => {
        this.#makeRoom = undefined
        resolve()
      }
    })
  }

  /**
   * Passes one chunk at a time to the SDK, and none while the wire is full, because the SDK buffers without a limit.
   */
  #openEvents(response: IncomingMessage, signal: AbortSignal): ReadableStream<Uint8Array> {
    const filter = new EventFilter(line => this.#push(`${line}\n`))
    const pieces = response.iterator() as AsyncIterator<Buffer, undefined>
    const readEvents = async (): Promise<Buffer> => {
      for (;;) {
        await this.#room
        const { done, value } = await pieces.next()
        if (done)
          throw new Error('The server ended a stream of events.')
        this.#pieces++
        const events = filter.push(value)
        if (filter.isTooLong)
          throw createTooLongError(this.#url)
        if (events)
          return events
      }
    }
    return new ReadableStream({
      pull: async (controller) => {
        try {
          controller.enqueue(await readEvents())
        }
        catch (error) {
          if (!signal.aborted)
            await this.#break(error)
        }
      },
      cancel: () => void response.destroy(),
    }, { highWaterMark: 0 })
  }

  /**
   * Ends the connection after everything that has arrived is handled. The SDK would drop unread messages, and continue
   * although messages were lost with the stream.
   */
  async #break(error: unknown): Promise<void> {
    this.#failure ??= error
    await nextTurn()
    this.#farewell ??= this.#reader.cancel().catch(() => undefined)
  }

  #close(): void {
    if (this.#failure === undefined)
      this.#isEnding = true
    this.#farewell ??= this.#reader.cancel().catch(() => undefined) // the server may be unreachable
  }

  #describeEnd(): { why: string, isBrokenOff?: true } {
    const error = this.#failure
    if (this.#isOpen)
      return { why: error instanceof HostError ? error.message : describeDisconnect(this.#url), isBrokenOff: true }
    const isSystems = getSystemCode(error) !== undefined
    const failure = isSystems ? createUnreachableError(this.#url, error) : createNoAgentError(this.#url, error)
    return { why: error instanceof HostError ? error.message : failure.message }
  }
}
