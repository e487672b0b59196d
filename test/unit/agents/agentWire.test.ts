import { PassThrough } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import { client, type ClientConnection } from '@agentclientprotocol/sdk'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { AgentTrace } from '../../../src/main/agents/trace/agentTrace'
import { AgentWire } from '../../../src/main/agents/wire/agentWire'
import { textOf } from '../../agents/program'

/** A wire whose other end is the test. */
function createWire(): {
  input: PassThrough
  output: PassThrough
  sent: () => unknown[]
  texts: string[]
  trace: AgentTrace
  wire: AgentWire
  sdk: ClientConnection
  ends: string[]
  notices: string[]
} {
  const input = new PassThrough()
  const output = new PassThrough()
  const written: string[] = []
  output.on('data', chunk => written.push(String(chunk)))
  const texts: string[] = []
  const ends: string[] = []
  const notices: string[] = []
  const trace = new AgentTrace()
  const wire = new AgentWire({
    input,
    output,
    trace,
    onUpdate: (_, update) => texts.push(textOf(update)),
    onNotice: notice => notices.push(notice),
    onClose: end => ends.push(end),
  })
  const app = client({ name: 'test' }).onRequest(
    'x/echo',
    params => params,
    ({ params }) => {
      texts.push('asked')
      return params
    },
  )
  const sdk = app.connect(wire.stream)
  return {
    input,
    output,
    sent: () =>
      written
        .join('')
        .split('\n')
        .filter(Boolean)
        .map(line => JSON.parse(line) as unknown),
    texts,
    trace,
    wire,
    sdk,
    ends,
    notices,
  }
}

function toLine(message: object): string {
  return `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`
}

function say(text: string): string {
  return toLine({
    method: 'session/update',
    params: { sessionId: 's1', update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } } },
  })
}

async function settle(): Promise<void> {
  for (let rounds = 0; rounds < 20; rounds++)
    await turn()
}

describe('AgentWire', () => {
  it('handles requests, responses and updates in order of arrival', async () => {
    const { input, texts, sdk } = createWire()
    const answered = sdk.agent.request('session/set_mode', {}).then(() => texts.push('answered'))
    await settle()
    const [request, response] = [toLine({ id: 9, method: 'x/echo', params: {} }), toLine({ id: 0, result: {} })]
    input.write(say('1') + request + say('2') + response + say('3'))
    await settle()
    await answered
    expect(texts).toEqual(['1', 'asked', '2', 'answered', '3'])
  })

  it('matches a response whose id is a string, and ignores a second response to a request', async () => {
    const { input, sdk, trace } = createWire()
    const answer = sdk.agent.request('session/set_mode', {})
    await settle()
    input.write(toLine({ id: '0', result: { ok: 1 } }) + toLine({ id: 0, result: { ok: 2 } }))
    await expect(answer).resolves.toEqual({ ok: 1 })
    await settle()
    expect(trace.entries.at(-1)).toMatchObject({ direction: 'note', note: expect.stringContaining('answers no request') })
  })

  it('rejects a batch with -32600 and executes none of it', async () => {
    const { input, sent, texts } = createWire()
    input.write(`[${toLine({ id: 1, method: 'x/echo', params: {} }).trim()}]\n`)
    await settle()
    expect(sent()).toMatchObject([{ id: null, error: { code: -32600 } }])
    expect(texts).toEqual([])
  })

  it.each([
    ['accepts', 200, 0],
    ['rejects', 300, 1],
    ['rejects', 200_000, 1],
  ])('%s a message nested %i levels deep, with %i notices', async (_, depth, count) => {
    const { input, sent, notices, texts } = createWire()
    const params = `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`
    input.write(`{"jsonrpc":"2.0","id":5,"method":"x/echo","params":${params}}\n${say('on')}`)
    await expect.poll(() => texts.at(-1)).toBe('on') // under load, a line that took long is followed by a pause
    await settle()
    expect(notices).toHaveLength(count)
    expect(sent()).toMatchObject([{ id: 5, ...count === 1 && { error: { code: -32600 } } }])
  })

  it('does not count brackets inside strings as nesting', async () => {
    const { input, texts } = createWire()
    input.write(say(`${'[{'.repeat(1000)}"\\"`))
    await settle()
    expect(texts).toHaveLength(1)
  })

  it('handles nothing while the input is held, and everything in order afterwards', async () => {
    const { input, texts, wire } = createWire()
    const release = [wire.holdInput(), wire.holdInput()]
    input.write(say('1') + say('2'))
    input.write(say('3'))
    release[0]!()
    release[0]!()
    await settle()
    expect(texts).toEqual([])
    release[1]!()
    await settle()
    expect(texts).toEqual(['1', '2', '3'])
  })

  it('reports the end of input once, after the last line, even without a newline', async () => {
    const { input, texts, ends } = createWire()
    input.end(say('last').trim())
    await expect.poll(() => ends).toEqual(['input ended'])
    expect(texts).toEqual(['last'])
  })

  it('reads the remaining output of an agent that no longer reads its input', async () => {
    const { input, output, texts, ends, sent, sdk } = createWire()
    output.destroy(new Error('EPIPE'))
    await settle()
    void sdk.agent.request('x/echo', {}).catch(() => undefined)
    input.end(say('last') + say('words'))
    await settle()

    expect([texts, ends, sent()]).toEqual([['last', 'words'], ['output failed'], []])
  })

  it('yields to other work during a burst of messages', async () => {
    const { input, texts } = createWire()
    let turns = 0
    const timer = setInterval(() => turns++, 0)
    input.write(say('x'.repeat(1000)).repeat(20_000))
    await expect.poll(() => texts).toHaveLength(20_000)
    clearInterval(timer)
    expect(turns).toBeGreaterThan(5)
  })

  it('survives any input', async () => {
    const junk = fc.oneof(
      fc.json(),
      fc.string(),
      fc
        .record(
          {
            jsonrpc: fc.constant('2.0'),
            id: fc.oneof(fc.integer(), fc.string(), fc.constant(null), fc.object()),
            method: fc.oneof(fc.constantFrom('session/update', 'x/echo', '$/cancel_request', '__proto__'), fc.jsonValue()),
            params: fc.jsonValue(),
            result: fc.jsonValue(),
            error: fc.jsonValue(),
          },
          { requiredKeys: ['jsonrpc'] },
        )
        .map(value => JSON.stringify(value)),
      fc.jsonValue().map(update => JSON.stringify({ jsonrpc: '2.0', method: 'session/update', params: { sessionId: 's', update } })),
    )
    vi.spyOn(console, 'error').mockReturnValue() // the SDK logs each invalid notification there
    await fc.assert(fc.asyncProperty(fc.array(junk, { minLength: 20, maxLength: 60 }), async (lines) => {
      const { input, texts } = createWire()
      input.write(`${lines.join('\n')}\n${say('alive')}`)
      await expect.poll(() => texts.at(-1), { interval: 1 }).toBe('alive')
    }), { numRuns: 100 })
    vi.restoreAllMocks()
  })
})
