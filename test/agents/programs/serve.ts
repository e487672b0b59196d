import { createInterface } from 'node:readline'

/** A JSON-RPC message as these agents see it. */
export interface Call {
  readonly id?: number | string
  readonly method?: string
  readonly params?: Record<string, unknown>
  readonly result?: unknown
  readonly error?: { readonly code: number, readonly message: string }
}

export type Answers = Record<string, (call: Call) => unknown>

/**
 * Speaks JSON-RPC without the SDK, so that agents can break its rules. A thrown `{code, message}` becomes an error
 * response.
 */
export function serve(answers: Answers, onOther: (call: Call) => void = () => undefined): void {
  const all: Answers = {
    'initialize': () => ({ protocolVersion: 1, agentCapabilities: {} }),
    'session/new': () => ({ sessionId: 's1' }),
    ...answers,
  }
  createInterface({ input: process.stdin }).on('line', (line) => {
    const call = JSON.parse(line) as Call
    const answer = call.method === undefined ? undefined : all[call.method]
    if (answer === undefined)
      return onOther(call)
    void (async () => answer(call))().then(
      (result) => {
        if (call.id !== undefined && result !== unanswered)
          send({ id: call.id, result })
      },
      (error: { code: number, message: string, data?: unknown }) => send({ id: call.id, error }),
    )
  })
}

/** Returned by a handler whose response is never sent, or was written by hand. */
export const unanswered = Symbol('unanswered')

export function send(message: object): void {
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
}

export function update(sessionId: string, body: object): void {
  send({ method: 'session/update', params: { sessionId, update: body } })
}

export function say(sessionId: string, text: string): void {
  update(sessionId, { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } })
}
