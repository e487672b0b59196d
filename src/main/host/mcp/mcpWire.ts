import type { AgentProcess } from '../../agents/process/agentProcess'
import { isJsonObject, type JsonObject } from '../../../shared/text/jsonObject'
import { LineSplitter } from '../../agents/wire/lineSplitter'

/** A connection to an MCP server. */
export interface McpWire {
  /** Sends a request. Rejects with an `McpError` if it fails. */
  request(method: string, params: JsonObject): Promise<unknown>
  notify(method: string): Promise<void>
}

/** A server's error, as shown to the person. */
export class McpError extends Error {}

/** Returns the result of a response. Throws an `McpError` for errors and invalid responses. */
function getResult(answer: JsonObject): unknown {
  const { error } = answer
  if (error === undefined && 'result' in answer)
    return answer.result
  const message = typeof error === 'object' && error !== null && 'message' in error
    ? String(error.message).slice(0, 1_000)
    : 'no result'
  throw new McpError(`The server answered with an error: ${message}`)
}

/** Longer than any list of tools. */
const limits = { lineBytes: 4 * 1024 * 1024, fatalBytes: 8 * 1024 * 1024 }

/** Maximum output of a server in a test, so that responses to its pings can't pile up. */
const maxBytes = 16 * 1024 * 1024

interface Waiting {
  readonly resolve: (result: unknown) => void
  readonly reject: (error: unknown) => void
}

/** A server over stdin and stdout, started for a test. */
export class StdioWire implements McpWire {
  readonly #process: AgentProcess
  readonly #waiting = new Map<number, Waiting>()
  #lastId = 0
  #fault: McpError | undefined

  constructor(process: AgentProcess) {
    this.#process = process
    const splitter = new LineSplitter({
      onLine: line => this.#read(line),
      onSkipped: () => this.#fail('The server sent a line that is too long.'),
      onFatal: () => this.#fail('What the server writes is not MCP.'),
      limits,
    })
    let bytes = 0
    process.input.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes <= maxBytes)
        splitter.push(chunk)
      else
        this.#fail('The server sent more than a list of tools can be.')
    })
    process.started.catch((error: Error) => this.#fail(error.message))
    process.exit.then(({ code, signal }) =>
      this.#fail(`It ended before it answered, with ${signal ?? `exit code ${code}`}.`),
    )
      .catch(() => this.#fail('It ended before it answered.')) // never rejects
  }

  async request(method: string, params: JsonObject): Promise<unknown> {
    if (this.#fault)
      throw this.#fault
    const id = ++this.#lastId
    const answer = new Promise<unknown>((resolve, reject) => this.#waiting.set(id, { resolve, reject }))
    this.#write({ id, method, params })
    return answer
  }

  async notify(method: string): Promise<void> {
    this.#write({ method })
  }

  /** Closes the connection; open requests are rejected. */
  close(): void {
    this.#fail('The test has ended.')
  }

  #write(message: JsonObject): void {
    this.#process.output.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  }

  /** Handles a line. Many servers also print other text to stdout. */
  #read(line: string): void {
    const message = parseLine(line)
    if (!message)
      return
    const { id, method } = message
    if (typeof method === 'string')
      return id === undefined ? undefined : this.#answer(id, method)
    const waiting = typeof id === 'number' ? this.#waiting.get(id) : undefined
    if (!waiting)
      return
    this.#waiting.delete(id as number) // found by this id
    try {
      waiting.resolve(getResult(message))
    }
    catch (error) {
      waiting.reject(error)
    }
  }

  /** Answers requests of the server: only ping. */
  #answer(id: unknown, method: string): void {
    this.#write(method === 'ping' ? { id, result: {} } : { id, error: { code: -32601, message: 'Not offered.' } })
  }

  #fail(why: string): void {
    this.#fault ??= new McpError(why)
    const waiting = [...this.#waiting.values()]
    this.#waiting.clear()
    for (const { reject } of waiting)
      reject(this.#fault)
  }
}

function parseLine(line: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(line)
    return isJsonObject(value) ? value : undefined
  }
  catch {
    return undefined // not JSON: other output
  }
}

/** Longer than any list of tools. */
const maxAnswerBytes = 4 * 1024 * 1024

const closeMs = 2_000

/** A server over HTTP. Messages are posted; responses are JSON or an event stream. */
export class HttpWire implements McpWire {
  readonly #url: string
  readonly #headers: Readonly<Record<string, string>>
  readonly #signal: AbortSignal
  #session: Readonly<Record<string, string>> = {}
  #lastId = 0

  constructor({ url, headers, signal }: {
    url: string
    headers: Readonly<Record<string, string>>
    signal: AbortSignal
  }) {
    this.#url = url
    this.#headers = headers
    this.#signal = signal
  }

  async request(method: string, params: JsonObject): Promise<unknown> {
    const id = ++this.#lastId
    const response = await this.#post({ id, method, params })
    const sessionId = response.headers.get('mcp-session-id')
    if (sessionId !== null)
      this.#session = { 'mcp-session-id': sessionId }
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') ?? false
    for await (const message of isStream ? readEvents(response) : readMessages(response)) {
      if (message.id === id && message.method === undefined)
        return getResult(message)
    }
    throw new McpError('The server sent no answer. Is this the address of its MCP endpoint?')
  }

  async notify(method: string): Promise<void> {
    await (await this.#post({ method })).body?.cancel()
  }

  /** Ends the session. */
  async close(): Promise<void> {
    if (Object.keys(this.#session).length === 0)
      return
    const signal = AbortSignal.timeout(closeMs)
    // If the server is unreachable, it ends the session itself.
    await fetch(this.#url, {
      method: 'DELETE',
      headers: { ...this.#headers, ...this.#session },
      redirect: 'error',
      signal,
    })
      .catch(() => undefined)
  }

  async #post(message: JsonObject): Promise<Response> {
    const response = await fetch(this.#url, {
      method: 'POST',
      headers: {
        ...this.#headers,
        ...this.#session,
        'content-type': 'application/json',
        'accept': 'application/json, text/event-stream',
      },
      body: JSON.stringify({ jsonrpc: '2.0', ...message }),
      redirect: 'error', // headers contain secrets for this address only
      signal: this.#signal,
    }).catch((error: unknown) => {
      this.#signal.throwIfAborted()
      throw new McpError('The address can’t be reached, or redirects to another.', { cause: error })
    })
    if (response.ok)
      return response
    await response.body?.cancel()
    throw new McpError(response.status === 401 || response.status === 403
      ? `The server wants a sign-in or another key: status ${response.status}.`
      : `The server answered with status ${response.status}.`)
  }
}

async function* readMessages(response: Response): AsyncGenerator<JsonObject> {
  let text = ''
  for await (const chunk of decodeTexts(response))
    text += chunk
  yield* parseMessages(text)
}

/** Reads the messages of a stream of server-sent events. */
async function* readEvents(response: Response): AsyncGenerator<JsonObject> {
  // Scans each part once, because a response may arrive byte by byte.
  let line: string[] = []
  let data: string[] = []
  for await (const chunk of decodeTexts(response)) {
    const [first = '', ...others] = chunk.split('\n')
    line.push(first)
    for (const next of others) {
      const text = line.join('').replace(/\r$/, '')
      line = [next]
      if (text.startsWith('data:'))
        data.push(text.slice(5))
      if (text !== '')
        continue
      yield* parseMessages(data.join('\n'))
      data = []
    }
  }
}

async function* decodeTexts(response: Response): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let bytes = 0
  for await (const chunk of response.body as AsyncIterable<Uint8Array> | null ?? []) { // Node's body is iterable
    bytes += chunk.length
    if (bytes > maxAnswerBytes)
      throw new McpError('The server sent more than a list of tools can be.')
    yield decoder.decode(chunk, { stream: true })
  }
}

function parseMessages(text: string): JsonObject[] {
  try {
    const value: unknown = JSON.parse(text)
    return (Array.isArray(value) ? value : [value]).filter(isJsonObject)
  }
  catch {
    return [] // a page, or an event without a response
  }
}
