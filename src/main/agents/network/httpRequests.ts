import type { IncomingMessage, RequestOptions } from 'node:http'
import http from 'node:http'
import https from 'node:https'
import { Readable } from 'node:stream'
import { lineLimits } from '../wire/lineSplitter'
import { findLineFault } from '../wire/readLine'
import { listTrustedAuthorities } from './certificates'
import { createNoAgentError, createRefusedError, createTooLongError } from './networkErrors'

/** A server responds to a posted message immediately; the agent's response arrives later, as an event. */
const answerMs = 60_000
/** Closes idle sockets before servers and routers do, because a request on a closed socket fails. */
const unusedMs = 4_000
// Detects a dead network within half a minute, and keeps routers from dropping idle connections.
const probeMs = 20_000
/**
 * Each stream takes a socket, of which this process has a limited number. A session keeps one until the connection
 * ends.
 */
const maxStreams = 256

/** Maximum that a server may send after a response without a body. */
const maxEmptyBytes = 64 * 1024

/** Reads a stream of events until `signal` is aborted. */
type OpenEvents = (response: IncomingMessage, signal: AbortSignal) => ReadableStream<Uint8Array>

/**
 * Makes a client's requests with Node's HTTP, which unlike `fetch` accepts certificate authorities and does not follow
 * redirects.
 */
export class HttpRequests {
  readonly #url: string
  readonly #openEvents: OpenEvents
  readonly #agent: http.Agent
  readonly #abort = new AbortController()
  /** Whether the server has responded like an agent. */
  #isKnown = false
  #streams = 0

  constructor({ url, environment, openEvents }: {
    url: string
    environment: Readonly<Record<string, string | undefined>>
    openEvents: OpenEvents
  }) {
    this.#url = url
    this.#openEvents = openEvents
    const kept = { keepAlive: true, keepAliveMsecs: probeMs, timeout: unusedMs }
    this.#agent = isSecure(url)
      ? new https.Agent({ ...kept, ca: listTrustedAuthorities(environment), rejectUnauthorized: true })
      : new http.Agent(kept)
  }

  /** Implements the part of `fetch` that the SDK's client uses. */
  readonly fetch = async (_url: unknown, { method, headers, body, signal }: RequestInit = {}): Promise<Response> => {
    // The SDK opens one for every session that the server mentions.
    if (method === 'GET' && ++this.#streams > maxStreams)
      throw createNoAgentError(this.#url, new Error(`it named more than ${maxStreams} sessions`))
    const ended = signal ? AbortSignal.any([signal, this.#abort.signal]) : this.#abort.signal
    const options = { method, headers: Object.fromEntries(new Headers(headers)), signal: ended }
    const response = await this.#send(options, typeof body === 'string' ? body : undefined)
    const { statusCode: status = 0 } = response
    const isFirst = !this.#isKnown
    this.#isKnown ||= response.headers['acp-connection-id'] !== undefined
    const isRefused = status === 401 || status === 403 || (status >= 400 && !this.#isKnown)
    if (isRefused || (status >= 300 && status < 400)) {
      response.destroy()
      throw createRefusedError(this.#url, { status, location: response.headers.location })
    }
    const isEvents = method === 'GET' && status === 200
    if (isEvents)
      return new Response(this.#openEvents(response, ended), { status, headers: toHeaders(response) })
    const content = isFirst && status === 200 ? await this.#readMessage(response) : readBody(response)
    return new Response(content, { status, headers: toHeaders(response) })
  }

  /** Ends all requests immediately. */
  dispose(): void {
    this.#abort.abort()
    this.#agent.destroy()
  }

  /** Reads the first message, which is the body of a response. The SDK would parse it whatever its type. */
  async #readMessage(response: IncomingMessage): Promise<string> {
    const chunks: Buffer[] = []
    let bytes = 0
    for await (const chunk of response as AsyncIterable<Buffer>) {
      bytes += chunk.length
      if (bytes > lineLimits.lineBytes)
        throw createTooLongError(this.#url)
      chunks.push(chunk)
    }
    const text = Buffer.concat(chunks).toString()
    const fault = findLineFault(text)
    if (fault !== undefined)
      throw createNoAgentError(this.#url, new Error(`its message is ${fault}`))
    return text
  }

  #send(options: RequestOptions, body: string | undefined): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const { request } = isSecure(this.#url) ? https : http
      const sent = request(this.#url, { ...options, agent: this.#agent, timeout: answerMs }, (response) => {
        response.on('error', () => undefined) // its reader gets the error too
        if (options.method === 'GET') {
          response.socket.setTimeout(0) // events may be far apart
          response.socket.setKeepAlive(true, probeMs)
        }
        resolve(response)
      })
      sent.on('timeout', () => sent.destroy(Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' })))
      sent.on('error', reject)
      sent.end(body)
    })
  }
}

function isSecure(url: string): boolean {
  return url.toLowerCase().startsWith('https:')
}

function readBody(response: IncomingMessage): ReadableStream<Uint8Array> | null {
  if (response.statusCode === 202 || response.statusCode === 204) {
    endEmpty(response)
    return null
  }
  // Node's web streams have a type of their own.
  return Readable.toWeb(response) as ReadableStream<Uint8Array>
}

/** Reads what follows a response without a body, up to a limit, because cancelling would also close the socket. */
function endEmpty(response: IncomingMessage): void {
  let bytes = 0
  response.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > maxEmptyBytes)
      response.destroy()
  })
}

function toHeaders({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers()
  for (let index = 0; index < rawHeaders.length; index += 2)
    headers.append(rawHeaders[index]!, rawHeaders[index + 1]!)
  return headers
}
