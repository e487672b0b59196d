import type { Readable, Writable } from 'node:stream'
import { EventEmitter } from 'node:events'

/** A DevTools response or event. Its shape is the protocol's; each reader picks known fields. */

export type Params = any

/** Speaks the DevTools protocol with Chromium over its pipe (fd 3 and 4); when the pipe breaks, Chromium exits. */
export class Devtools {
  readonly #output: Writable
  readonly #open = new Map<number, { method: string, resolve: (result: Params) => void, reject: (error: Error) => void }>()
  readonly #sessions = new Map<string | undefined, DevtoolsSession>()
  readonly browser: DevtoolsSession
  #nextId = 1
  #isClosed = false

  constructor({ output, input }: { output: Writable, input: Readable }) {
    this.#output = output
    this.browser = this.session(undefined)
    let rest = ''
    input.setEncoding('utf8')
    input.on('data', (chunk: string) => {
      const texts = (rest + chunk).split('\0')
      rest = texts.pop() ?? ''
      for (const text of texts)
        this.#receive(JSON.parse(text))
    })
    input.on('close', () => this.#close())
    output.on('error', () => this.#close())
  }

  session(sessionId: string | undefined): DevtoolsSession {
    const session = this.#sessions.get(sessionId) ?? new DevtoolsSession((method, params) => this.#send(method, params, sessionId))
    this.#sessions.set(sessionId, session)
    return session
  }

  #send(method: string, params: object, sessionId: string | undefined): Promise<Params> {
    return new Promise((resolve, reject) => {
      if (this.#isClosed)
        return reject(new Error(`${method}: Chromium is gone`))
      const id = this.#nextId++
      this.#open.set(id, { method, resolve, reject })
      this.#output.write(`${JSON.stringify({ id, method, params, sessionId })}\0`)
    })
  }

  #receive(message: Params): void {
    if (message.id === undefined) {
      this.#sessions.get(message.sessionId)?.emit(message.method, message.params)
      return
    }
    const call = this.#open.get(message.id)
    this.#open.delete(message.id)
    if (message.error)
      call?.reject(new Error(`${call.method}: ${message.error.message}`))
    else
      call?.resolve(message.result)
  }

  #close(): void {
    this.#isClosed = true
    for (const call of this.#open.values())
      call.reject(new Error(`${call.method}: Chromium is gone`))
    this.#open.clear()
  }
}

/** A session with one target. */
export class DevtoolsSession extends EventEmitter {
  readonly send: (method: string, params?: object) => Promise<Params>

  constructor(send: (method: string, params: object) => Promise<Params>) {
    super()
    this.setMaxListeners(0)
    this.send = (method, params = {}) => send(method, params)
  }

  /** For calls that may fail only because the window has just been closed. */
  sendQuietly(method: string, params?: object): void {
    this.send(method, params).catch((error: Error) => this.emit('lost', error))
  }
}
