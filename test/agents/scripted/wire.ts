// The wire of the scripted agents: JSON lines over stdio without the SDK, which would hide the quirks of real agents.
import { StringDecoder } from 'node:string_decoder'

export type JsonObject = Record<string, unknown>
/** Handles a method; a thrown `WireError` becomes the error response. */
export type Handler = (params: JsonObject, id: unknown) => unknown

export class WireError extends Error {
  readonly code: number
  readonly data: unknown

  constructor(code: number, message: string, data?: unknown) {
    super(message)
    this.code = code
    this.data = data
  }
}

export class Wire {
  readonly #handlers: Readonly<Record<string, Handler>>
  readonly #open = new Map<string, { resolve: (result: JsonObject) => void, reject: (error: Error) => void }>()
  readonly #cancelled = new Map<string, () => void>()
  readonly #makeId: () => number | string
  #sent = 0
  #lastId: number | string | undefined

  constructor(handlers: (wire: Wire) => Record<string, Handler>, options: { stringIds?: boolean } = {}) {
    this.#makeId = () => (options.stringIds ? `request-${++this.#sent}` : this.#sent++)
    this.#handlers = handlers(this)
    // Not Node's readline, which splits lines at U+2028.
    const decoder = new StringDecoder('utf8')
    const parts: string[] = []
    process.stdin.on('data', (data: Buffer) => {
      const [first = '', ...more] = decoder.write(data).split('\n')
      parts.push(first)
      for (const next of more)
        void this.#receive(JSON.parse(parts.splice(0, Infinity, next).join('')) as JsonObject)
    })
    process.stdin.on('close', () => process.exit(0))
  }

  write(message: JsonObject): void {
    process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  }

  update(sessionId: unknown, update: JsonObject): void {
    this.write({ method: 'session/update', params: { sessionId, update } })
  }

  say(sessionId: unknown, text: string): void {
    this.update(sessionId, { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } })
  }

  /** Sends a request and waits for its response. */
  request(method: string, params: JsonObject): Promise<JsonObject> {
    const id = (this.#lastId = this.#makeId())
    this.write({ id, method, params })
    return new Promise((resolve, reject) => this.#open.set(String(id), { resolve, reject }))
  }

  /** Cancels the latest request, answered or not. */
  withdraw(): void {
    this.write({ method: '$/cancel_request', params: { requestId: this.#lastId } })
  }

  /** Asks for permission. Returns the id of the chosen option, or `undefined` if the question was cancelled. */
  async askPermission(
    sessionId: unknown,
    toolCall: JsonObject,
    options: readonly (readonly [optionId: string, name: string, kind: string])[],
  ): Promise<string | undefined> {
    const { outcome } = await this.request('session/request_permission', {
      sessionId,
      toolCall,
      options: options.map(([optionId, name, kind]) => ({ optionId, name, kind })),
    })
    const { optionId } = outcome as { optionId?: string }
    return optionId
  }

  /** Resolves when the client cancels the session's turn. */
  cancelled(sessionId: unknown): Promise<void> {
    return new Promise(resolve => this.#cancelled.set(String(sessionId), resolve))
  }

  async #receive({ id, method, params, result, error }: JsonObject): Promise<void> {
    if (typeof method !== 'string') {
      const waiting = this.#open.get(String(id))
      if (error !== undefined)
        waiting?.reject(new WireError((error as { code: number }).code, (error as { message: string }).message))
      else
        waiting?.resolve((result ?? {}) as JsonObject)
      return
    }
    if (method === 'session/cancel')
      this.#cancelled.get(String((params as JsonObject).sessionId))?.()
    const handler = this.#handlers[method]
    if (id === undefined) {
      handler?.((params ?? {}) as JsonObject, id)
      return
    }
    try {
      if (handler === undefined)
        throw new WireError(-32601, `"Method not found": ${method}`)
      this.write({ id, result: (await handler((params ?? {}) as JsonObject, id)) ?? {} })
    }
    catch (thrown) {
      const { code = -32603, message, data } = thrown as { code?: number, message: string, data?: unknown }
      this.write({ id, error: { code, message, data } })
    }
  }
}

export function pause(durationMs: number): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, durationMs))
}

/** A response that is never sent, or was written by hand. */
export function never(): Promise<never> {
  return new Promise(() => undefined)
}

/** The prompt's text. */
export function textOf(params: JsonObject): string {
  return (params.prompt as { text?: string }[]).map(block => block.text ?? '').join(' ').trim()
}

/** The response to `initialize`. */
export function initialized(name: string, agentCapabilities: JsonObject = {}, rest: JsonObject = {}): () => JsonObject {
  return () => ({ protocolVersion: 1, agentInfo: { name, version: '1.0.0' }, agentCapabilities, authMethods: [], ...rest })
}

/** Runs a shell line and streams its output, for agents that run commands themselves. */
export async function runShell(
  commandLine: string,
  cwd: string,
  onOutput: (text: string) => void,
): Promise<{ code: number | null, signal: string | null }> {
  const { spawn } = await import('node:child_process')
  const child = spawn('/bin/sh', ['-c', commandLine], { cwd, stdio: ['ignore', 'pipe', 'pipe'] })
  child.stdout.on('data', (data: Buffer) => onOutput(data.toString()))
  child.stderr.on('data', (data: Buffer) => onOutput(data.toString()))
  return new Promise(resolve => child.on('close', (code, signal) => resolve({ code, signal })))
}
