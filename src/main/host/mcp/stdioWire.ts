import type { AgentProcess } from '../../agents/process/agentProcess'
import type { McpWire } from './mcpWire'
import { isJsonObject, type JsonObject } from '../../../shared/text/jsonObject'
import { LineSplitter } from '../../agents/wire/lineSplitter'
import { McpFault, resultOf } from './mcpWire'

/** A list of tools is no longer than this. */
const limits = { lineBytes: 4 * 1024 * 1024, fatalBytes: 8 * 1024 * 1024 }
/** All that it writes in a test, its own talk included. Without an end to it, what is answered to its pings would pile up. */
const maxBytes = 16 * 1024 * 1024

interface Waiting {
  readonly resolve: (result: unknown) => void
  readonly reject: (error: unknown) => void
}

/** A server that was started for a test, over its stdin and stdout. */
export class StdioWire implements McpWire {
  readonly #process: AgentProcess
  readonly #waiting = new Map<number, Waiting>()
  #lastId = 0
  #fault: McpFault | undefined

  constructor(process: AgentProcess) {
    this.#process = process
    const splitter = new LineSplitter({
      onLine: line => this.#read(line),
      onSkipped: () => this.#fail('The server sent a line that is too long.'),
      onFatal: () => this.#fail('What the server writes is not MCP.'),
      limits,
    })
    let bytes = 0
    process.stdout.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes <= maxBytes)
        splitter.push(chunk)
      else
        this.#fail('The server sent more than a list of tools can be.')
    })
    process.started.catch((error: Error) => this.#fail(error.message))
    process.exit.then(({ code, signal }) => this.#fail(`It ended before it answered, with ${signal ?? `exit code ${code}`}.`))
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

  /** Nothing that is asked is answered any more. */
  close(): void {
    this.#fail('The test has ended.')
  }

  #write(message: JsonObject): void {
    this.#process.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  }

  /** Lines that are no messages are the server's own talk: many write some to stdout. */
  #read(line: string): void {
    const message = parsed(line)
    if (!message)
      return
    const { id, method } = message
    if (typeof method === 'string')
      return id === undefined ? undefined : this.#answer(id, method)
    const waiting = typeof id === 'number' ? this.#waiting.get(id) : undefined
    if (!waiting)
      return
    this.#waiting.delete(id as number) // it was found by it
    try {
      waiting.resolve(resultOf(message))
    }
    catch (error) {
      waiting.reject(error)
    }
  }

  /** A test offers a server nothing, and is there. */
  #answer(id: unknown, method: string): void {
    this.#write(method === 'ping' ? { id, result: {} } : { id, error: { code: -32601, message: 'Not offered.' } })
  }

  #fail(why: string): void {
    this.#fault ??= new McpFault(why)
    const waiting = [...this.#waiting.values()]
    this.#waiting.clear()
    for (const { reject } of waiting)
      reject(this.#fault)
  }
}

function parsed(line: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(line)
    return isJsonObject(value) ? value : undefined
  }
  catch {
    return undefined // not JSON: the server's own talk
  }
}
