import type { AddressInfo } from 'node:net'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { formatAnthropic, readAnthropic } from './anthropicMessages'
import { formatGemini, readGemini } from './geminiContent'
import { formatChat, readChat } from './openAiChat'
import { formatResponses, readResponses } from './openAiResponses'
import { type ModelRequest, type ModelStep, nextStep } from './script'

/** A stateless model on loopback that follows a script in any number of sessions. */
export interface ModelEndpoint {
  readonly url: string
  /** Requests it received, for failing tests. */
  readonly requests: readonly string[]
  /** Names of the requested models. */
  readonly models: readonly string[]
  /** The whole requests. */
  readonly bodies: readonly string[]
  close(): Promise<void>
}

export async function startModelEndpoint(): Promise<ModelEndpoint> {
  const requests: string[] = []
  const models: string[] = []
  const bodies: string[] = []
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`)
    void answer(request, response, (model, body) => {
      models.push(model)
      bodies.push(JSON.stringify(body))
    }).catch((error: unknown) => {
      requests.push(`failed: ${String(error)}`)
      response.writeHead(500).end(JSON.stringify({ error: { type: 'api_error', message: String(error) } }))
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    models,
    bodies,
    close: () => new Promise((resolve) => {
      server.closeAllConnections()
      server.close(() => resolve())
    }),
  }
}

async function answer(request: IncomingMessage, response: ServerResponse, onModel: (model: string, body: unknown) => void): Promise<void> {
  const path = request.url?.split('?')[0] ?? ''
  const body = await readBody(request)
  // Gemini's API has the model in the URL.
  const model = (body as { model?: unknown }).model ?? /\/models\/([^/:]+):/.exec(path)?.[1]
  if (typeof model === 'string')
    onModel(model, body)
  if (path.endsWith('/messages/count_tokens'))
    return json(response, { input_tokens: 10 })
  if (path.endsWith('/messages'))
    return stream(response, body, readAnthropic, formatAnthropic)
  if (path.endsWith('/chat/completions'))
    return stream(response, body, readChat, formatChat)
  if (path.endsWith('/responses'))
    return stream(response, body, readResponses, formatResponses)
  if (/:(?:stream)?generateContent$/i.test(path))
    return stream(response, body, body => ({ ...readGemini(body), isStreamed: path.endsWith(':streamGenerateContent') }), formatGemini)
  if (path.endsWith(':countTokens'))
    return json(response, { totalTokens: 10 })
  if (path.endsWith('/models')) {
    return json(response, {
      object: 'list',
      data: [{ id: 'test-model', object: 'model', type: 'model', display_name: 'Test Model', created_at: '2026-01-01T00:00:00Z' }],
    })
  }
  response
    .writeHead(404, { 'content-type': 'application/json' })
    .end(JSON.stringify({ error: { type: 'not_found_error', message: `no ${path}` } }))
}

async function stream(
  response: ServerResponse,
  body: unknown,
  read: (body: unknown) => ModelRequest & { isStreamed: boolean },
  write: (step: ModelStep) => { events: string[], whole: unknown },
): Promise<void> {
  const request = read(body)
  const planFile = planFileIn(JSON.stringify(body))
  const step = nextStep({ ...request, planFile })
  if (step.status !== undefined)
    return fail(response, step.status)
  const { events, whole } = write(step)
  if (!request.isStreamed)
    return json(response, whole)
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' })
  for (const event of events) {
    response.write(event)
    await new Promise(done => setTimeout(done, step.paceMs ?? 5)) // so that the response really streams
  }
  response.end()
}

/** The path for the agent's plan: a file, or the folder of plans. */
function planFileIn(body: string): string | undefined {
  const file = /plan (?:at|to|file:?) (\/[^\s"'`\\]+\.md)/i.exec(body)?.[1]
  const folder = /plans directory: (\/[^\s"'`\\]+\/)\./i.exec(body)?.[1]
  return file ?? (folder === undefined ? undefined : `${folder}proposal.md`)
}

/** The providers' error format, with the fields of all their APIs. */
const faults: Readonly<Record<number, { type: string, status: string, message: string }>> = {
  401: { type: 'authentication_error', status: 'UNAUTHENTICATED', message: 'Incorrect API key provided.' },
  429: { type: 'rate_limit_error', status: 'RESOURCE_EXHAUSTED', message: 'Rate limit reached for requests.' },
  500: { type: 'api_error', status: 'INTERNAL', message: 'Internal server error' },
}

function fail(response: ServerResponse, code: number): void {
  response
    .writeHead(code, { 'content-type': 'application/json' })
    .end(JSON.stringify({ type: 'error', error: { code, ...faults[code] } }))
}

function json(response: ServerResponse, value: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value))
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  for await (const chunk of request)
    chunks.push(chunk as Buffer)
  const text = Buffer.concat(chunks).toString()
  return text === '' ? {} : JSON.parse(text)
}
