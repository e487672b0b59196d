import type { McpWire } from './mcpWire'
import { isJsonObject, type JsonObject } from '../../../shared/text/jsonObject'
import { McpFault, resultOf } from './mcpWire'

/** A list of tools is no longer than this. */
const maxBytes = 4 * 1024 * 1024
const closeMs = 2_000

/** A server at an address: each message is posted, the answer comes as JSON or as a stream of events. */
export class HttpWire implements McpWire {
  readonly #url: string
  readonly #headers: Readonly<Record<string, string>>
  readonly #signal: AbortSignal
  #session: Readonly<Record<string, string>> = {}
  #lastId = 0

  constructor({ url, headers, signal }: { url: string, headers: Readonly<Record<string, string>>, signal: AbortSignal }) {
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
    for await (const message of isStream ? eventsIn(response) : wholeOf(response)) {
      if (message.id === id && message.method === undefined)
        return resultOf(message)
    }
    throw new McpFault('The server sent no answer. Is this the address of its MCP endpoint?')
  }

  async notify(method: string): Promise<void> {
    await (await this.#post({ method })).body?.cancel()
  }

  /** The server may forget the session. */
  async close(): Promise<void> {
    if (Object.keys(this.#session).length === 0)
      return
    const signal = AbortSignal.timeout(closeMs)
    // One that cannot be told forgets it by itself, later.
    await fetch(this.#url, { method: 'DELETE', headers: { ...this.#headers, ...this.#session }, redirect: 'error', signal })
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
      redirect: 'error', // its headers hold secrets, which are for this address alone
      signal: this.#signal,
    }).catch((error: unknown) => {
      this.#signal.throwIfAborted()
      throw new McpFault('The address could not be reached, or leads to another.', { cause: error })
    })
    if (response.ok)
      return response
    await response.body?.cancel()
    throw new McpFault(response.status === 401 || response.status === 403
      ? `The server wants a sign-in or another key: status ${response.status}.`
      : `The server answered with status ${response.status}.`)
  }
}

async function* wholeOf(response: Response): AsyncGenerator<JsonObject> {
  let text = ''
  for await (const chunk of textsOf(response))
    text += chunk
  yield* messagesIn(text)
}

/** The messages of a stream of server-sent events; what else is in it is left out. */
async function* eventsIn(response: Response): AsyncGenerator<JsonObject> {
  // Each part is looked at once: a server may send its answer byte by byte.
  let line: string[] = []
  let data: string[] = []
  for await (const chunk of textsOf(response)) {
    const [first = '', ...others] = chunk.split('\n')
    line.push(first)
    for (const next of others) {
      const text = line.join('').replace(/\r$/, '')
      line = [next]
      if (text.startsWith('data:'))
        data.push(text.slice(5))
      if (text !== '')
        continue
      yield* messagesIn(data.join('\n'))
      data = []
    }
  }
}

async function* textsOf(response: Response): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let bytes = 0
  for await (const chunk of response.body as AsyncIterable<Uint8Array> | null ?? []) { // Node's own body, which can be iterated
    bytes += chunk.length
    if (bytes > maxBytes)
      throw new McpFault('The server sent more than a list of tools can be.')
    yield decoder.decode(chunk, { stream: true })
  }
}

function messagesIn(text: string): JsonObject[] {
  try {
    const value: unknown = JSON.parse(text)
    return (Array.isArray(value) ? value : [value]).filter(isJsonObject)
  }
  catch {
    return [] // a page, or an event of another kind: no answer comes of it
  }
}
