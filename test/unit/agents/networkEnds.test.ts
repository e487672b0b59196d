import type { WebSocket } from 'ws'
import type { AgentDeadlines } from '../../../src/main/agents/agentDefinition'
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished } from 'vitest'
import { WebSocketServer } from 'ws'
import { EventFilter } from '../../../src/main/agents/network/eventFilter'
import { lineLimits } from '../../../src/main/agents/wire/lineSplitter'
import { collectText, connect, program } from '../../agents/program'
import { agentAt, network, serveAgents } from '../../support/networkAgents'

const prompt = [{ type: 'text' as const, text: 'go' }]

describe.each(['ws', 'http'] as const)('an agent reached by %s', (scheme) => {
  it('delivers every update of a turn before its response, in order', async () => {
    const { url } = await serveAgents(program('order'))
    const { connection, pieces } = await openSession(url(scheme))
    await connection.calls.prompt('s1', prompt)
    expect(pieces.slice(0, 1000)).toEqual(Array.from({ length: 1000 }, (_, index) => `${index} `))
  })

  it('is connected over TLS if the person trusts its certificate, and gets the headers', async () => {
    const served = await serveAgents(program('echo'), { token: 'tell-no-one', isSecure: true })
    const { connection, pieces } = await openSession(served.url(scheme), {
      headers: { Authorization: 'Bearer tell-no-one' },
      certificatePath: served.certificatePath,
    })
    await connection.calls.prompt('s1', prompt)
    expect(pieces).toEqual(['go'])
    expect(connection.secrets()).toEqual(expect.arrayContaining(['Bearer tell-no-one', 'tell-no-one']))
  })

  it('delivers the whole history before the response to session/load', async () => {
    const { url } = await serveAgents(program('replays'))
    const { connection, pieces } = await openSession(url(scheme))
    await connection.calls.loadSession({ sessionId: 's1', cwd: '/', mcpServers: [] })
    expect(pieces.map(piece => Number.parseInt(piece))).toEqual(Array.from({ length: 3_000 }, (_, index) => index))
  })

  it('is not connected if its certificate is untrusted, even if Node is set to accept any', async () => {
    const { url, requests } = await serveAgents(program('echo'), { isSecure: true })
    const environment = { NODE_TLS_REJECT_UNAUTHORIZED: '0' }
    await expect(getError(url(scheme), environment)).resolves.toContain('certificate of localhost')
    expect(requests).toEqual([])
  })

  it('is not connected if its certificate belongs to another machine or it does not speak TLS', async () => {
    const other = await serveAgents(program('echo'), { isSecure: true, certificateName: 'agents.example' })
    const environment = { NODE_EXTRA_CA_CERTS: other.certificatePath! }
    await expect(getError(other.url(scheme), environment)).resolves.toContain('certificate of localhost')
    expect(other.requests).toEqual([])
    const plain = await serveAgents(program('echo'))
    await expect(getError(plain.url(scheme).replace('://', 's://'))).resolves.toMatch(/cannot be reached/)
    expect(plain.requests).toEqual([])
  })

  it('is reported without secrets, even if it sends them back', async () => {
    for (const [status, headers] of [[302, { Location: 'https://elsewhere/?was=wrong-token' }], [502, {}], [200, {}]] as const) {
      const why = await getError(await serveStatus(scheme, status, headers, 'You sent Bearer wrong-token.'))
      expect(why).not.toContain('wrong-token')
    }
  })

  it('is abandoned after a while if it accepts the connection but sends nothing', async () => {
    const url = scheme === 'ws'
      ? (await serveWebSocket(undefined, { isSilent: true })).url
      : await serveSilently(scheme)
    await expect(getError(url, {}, { initializeMs: 100 })).resolves.toMatch(/did not answer|no answer|not introduce/)
  })

  it('is not followed to another address, so headers go nowhere else', async () => {
    const { url, requests } = await serveAgents(program('echo'))
    const why = await getError(await serveStatus(scheme, 302, { Location: url(scheme) }))
    expect(why).toContain('redirects to')
    expect(why).toContain(url(scheme))
    expect(requests).toEqual([])
  })

  it('is reported with the reason if it rejects the token, is no agent or cannot be reached', async () => {
    const { url } = await serveAgents(program('echo'), { token: 'right' })
    await expect(getError(url(scheme))).resolves.toMatch(/refused the token \(401\)/)
    await expect(getError(await serveStatus(scheme, 404))).resolves.toMatch(/no agent at this address/)
    await expect(getError(await serveStatus(scheme, 502))).resolves.toMatch(/status 502/)
    await expect(getError(`${scheme}://localhost:1/acp`)).resolves.toMatch(/cannot be reached: connection refused/)
  })

  it('that disconnects ends only after its earlier messages were handled', async () => {
    const { port } = await serveAgents(program('order'))
    const net = await network(port)
    const { connection, pieces } = await openSession(`${scheme}://localhost:${net.port}/acp`)
    const turn = connection.calls.prompt('s1', prompt)
    await expect.poll(() => pieces.length).toBeGreaterThan(0)
    net.cut()
    await turn.catch((error: Error) => expect(error.message).toMatch(/The connection to localhost:\d+ broke/))
    await expect.poll(() => connection.exit).toMatchObject({ isBrokenOff: true, code: null })
    expect(pieces).toEqual(pieces.map((_, index) => index < 1000 ? `${index} ` : 'late'))
  })

  it('is disconnected when its connection is disposed', async () => {
    const { url, open } = await serveAgents(program('echo'))
    const { connection } = await openSession(url(scheme))
    expect(open()).toBe(1)
    await connection.dispose()
    expect(connection.exit).toMatchObject({ why: undefined })
    await expect.poll(open).toBe(0)
  })

  it('can be stopped before it responds', async () => {
    const pending = await connect(agentAt(await serveSilently(scheme)))
    await pending.kill()
    await expect(pending.ready).rejects.toThrow()
  })
})

it('reads WebSocket frames of any shape: pretty-printed, binary, in parts, not JSON', async () => {
  const { url } = await serveWebSocket(({ socket }) => {
    socket.send('what is this?')
    socket.send(Buffer.from('{"jsonrpc":"2.0"}'), { binary: true })
    const text = JSON.stringify(makeChunk('one'), undefined, 2)
    socket.send(text.slice(0, 20), { fin: false })
    socket.send(text.slice(20), { fin: true })
    socket.send(JSON.stringify(makeChunk('two\nlines')))
  })
  const { connection, pieces } = await openSession(url)
  await expect.poll(() => pieces).toEqual(['one', 'two\nlines'])
  expect(connection.counts.noise).toBe(1)
})

it('discards WebSocket frames with half a message or two messages', async () => {
  const { url } = await serveWebSocket(({ send }) => {
    const [one, two] = ['one', 'two'].map(text => JSON.stringify(makeChunk(text))) as [string, string]
    send(one.slice(0, 20))
    send(one.slice(20))
    send(`${one}\n${two}`)
    send(JSON.stringify(makeChunk('still here')))
  })
  const { connection, pieces } = await openSession(url)
  await expect.poll(() => pieces).toEqual(['still here'])
  expect(connection.counts.noise).toBe(3)
})

it('reads events of any shape: in several lines, with comments and other fields, in parts', async () => {
  const { url } = await serveEvents(({ response }) => {
    const lines = JSON.stringify(makeChunk('one'), undefined, 2).split('\n')
    response.write(`:\n\nid: 7\r\n${lines.map(line => `data: ${line}\r\n`).join('')}\r\n`)
    const text = `data:${JSON.stringify(makeChunk('two\nlines'))}\n\n`
    response.write(text.slice(0, 20))
    setTimeout(() => response.write(text.slice(20)), 50)
  })
  const { pieces } = await openSession(url)
  await expect.poll(() => pieces).toEqual(['one', 'two\nlines'])
})

describe.each([['a frame', serveWebSocket], ['an event', serveEvents]] as const)('%s', (_, serve) => {
  it('that is nested too deeply or has too many parts is skipped', async () => {
    const update = (params: string): string => `{"jsonrpc":"2.0","method":"session/update","params":${params}}`
    const { url } = await serve(({ send }) => {
      send(update(`${'['.repeat(100_000)}${']'.repeat(100_000)}`))
      send(update(`[${'0,'.repeat(1_100_000)}0]`))
      send(JSON.stringify(makeChunk('still here')))
    })
    const { connection, pieces } = await openSession(url)
    await expect.poll(() => pieces).toEqual(['still here'])
    expect(connection.counts.skipped).toBe(2)
  })

  it('is not read while earlier updates wait to be handled', async () => {
    const frame = JSON.stringify(makeChunk('x'.repeat(100_000)))
    const { url } = await serve(({ send }) => {
      for (let sent = 0; sent < 32 * 1024 * 1024; sent += frame.length)
        send(frame)
    })
    const { port } = new URL(url)
    const net = await network(Number(port))
    const { pieces, release } = await openSession(url.replace(port, `${net.port}`), { isHeld: true })
    await expect.poll(net.passed).toBeGreaterThan(frame.length)
    for (let before = 0; before !== net.passed();) {
      before = net.passed()
      await new Promise(resolve => setTimeout(resolve, 300))
    }
    // Most of it is in the buffers of two sockets.
    expect(net.passed()).toBeLessThan(16 * 1024 * 1024)
    expect(pieces.length).toBeLessThan(2)
    release()
    await expect.poll(() => pieces.length, { timeout: 10_000 }).toBe(Math.ceil(32 * 1024 * 1024 / frame.length))
  })
})

describe('a message above the maximum line length', () => {
  const long = `{"jsonrpc":"2.0","method":"session/update","params":"${'x'.repeat(lineLimits.lineBytes)}"}`

  it('is skipped if it is a frame', async () => {
    const { url } = await serveWebSocket(({ send }) => [long, JSON.stringify(makeChunk('still here'))].forEach(send))
    const { connection, pieces } = await openSession(url)
    await expect.poll(() => pieces).toEqual(['still here'])
    expect(connection.counts.skipped).toBe(1)
  })

  it('ends the connection if it is a frame of 200 MB, before any of it arrives', async () => {
    const { url, sockets } = await serveWebSocket()
    const { connection } = await openSession(url)
    const header = Buffer.from([0x81, 127, 0, 0, 0, 0, 0, 0, 0, 0])
    header.writeBigUInt64BE(200_000_000n, 2)
    getRawSocket(sockets[0]!).write(header)
    await expect.poll(() => connection.exit?.why).toMatch(/a message of more than 128 MiB/)
  })

  it('ends the connection if it is an event', async () => {
    const { url } = await serveEvents(({ send }) => [JSON.stringify(makeChunk('before')), long].forEach(send))
    const { connection, pieces } = await openSession(url)
    await expect.poll(() => connection.exit?.why, { timeout: 5_000 }).toMatch(/a message of more than 64 MiB/)
    expect(pieces).toEqual(['before'])
  })

  it('is detected in an event of many lines, even if each line is short', () => {
    const filter = new EventFilter(() => undefined)
    const lines = Buffer.from(`data: ${'x'.repeat(1024 * 1024)}\n`)
    let pushed = 0
    while (!filter.isTooLong && pushed++ < 100)
      filter.push(lines)
    expect(pushed).toBe(lineLimits.lineBytes / 1024 / 1024)
  })
})

it('does not read the body of a response with status 202', async () => {
  let isClosed = false
  const { url } = await serveEvents(undefined, (response) => {
    const fill = (): void => {
      while (!isClosed && response.write('x'.repeat(64 * 1024)))
        continue
    }
    response.writeHead(202).on('drain', fill).on('close', () => isClosed = true)
    fill()
  })
  await openSession(url)
  await expect.poll(() => isClosed).toBe(true)
})

it('ends an HTTP connection whose server names more than 256 sessions', async () => {
  const { url } = await serveEvents(({ send }) => {
    for (let count = 0; count < 1_000; count++)
      send(JSON.stringify({ jsonrpc: '2.0', id: `unknown ${count}`, result: { sessionId: `named ${count}` } }))
  })
  const { connection } = await openSession(url)
  await expect.poll(() => connection.exit?.why, { timeout: 5_000 }).toMatch(/named more than 256 sessions/)
})

it('abandons a WebSocket whose server answers the handshake too slowly', async () => {
  const url = await serveTcp('ws', (socket) => {
    socket.write('HTTP/1.1 101 Switching Protocols\r\nX: ')
    const timer = setInterval(() => socket.write('x'), 20)
    socket.on('error', () => undefined).on('close', () => clearInterval(timer))
  })
  await expect(getError(url, {}, { initializeMs: 200 })).resolves.toMatch(/cannot be reached: no answer/)
})

it('rejects a first HTTP response that is too deeply nested, has too many parts or is too long', async () => {
  for (const [result, why] of [
    [`${'['.repeat(100_000)}${']'.repeat(100_000)}`, /too deeply nested/],
    [`[${'{},'.repeat(2_000_000)}{}]`, /too many parts/],
    [`"${'x'.repeat(lineLimits.lineBytes)}"`, /more than 64 MiB/],
  ] as const) {
    const body = `{"jsonrpc":"2.0","id":0,"result":${result}}`
    const url = await serveStatus('http', 200, { 'Acp-Connection-Id': 'one' }, body)
    await expect(getError(url)).resolves.toMatch(why)
  }
})

it('sends consecutive HTTP messages over the same connections', async () => {
  const { url, sockets } = await serveEvents()
  const { connection } = await openSession(url, { quietMs: 1 })
  for (let count = 0; count < 10; count++)
    await connection.calls.loadSession({ sessionId: 's1', cwd: '/', mcpServers: [] })
  expect(sockets()).toBeLessThanOrEqual(4) // two are streams of events
})

describe('a closed event stream', () => {
  it('ends the connection, because messages in transit are lost', async () => {
    const { url, streams } = await serveEvents(({ send }) => send(JSON.stringify(makeChunk('before'))))
    const { connection, pieces } = await openSession(url)
    await expect.poll(() => pieces).toEqual(['before'])
    streams[0]!.end()
    await expect.poll(() => connection.exit).toMatchObject({ isBrokenOff: true, why: expect.stringMatching(/ broke\.$/) })
  })
})

it('waits for a history that arrives after the response to session/load', async () => {
  const { url, streams } = await serveEvents()
  const { connection, pieces } = await openSession(url, { quietMs: 150 })
  const loading = connection.calls.loadSession({ sessionId: 's1', cwd: '/', mcpServers: [] })
  for (let index = 0; index < 8; index++) {
    await new Promise(resolve => setTimeout(resolve, 50))
    streams[0]!.write(`data: ${JSON.stringify(makeChunk(`${index}`))}\n\n`)
  }
  await loading
  expect(pieces).toEqual(['0', '1', '2', '3', '4', '5', '6', '7'])
})

describe('a WebSocket that breaks', () => {
  it('is detected once the server is silent, but not while it sends slowly', async () => {
    const { url, sockets } = await serveWebSocket()
    const { connection } = await openSession(url, { beatMs: 20 })
    for (let index = 0; index < 20; index++) {
      await new Promise(resolve => setTimeout(resolve, 20))
      sockets[0]!.send(JSON.stringify(makeChunk('x')))
    }
    expect(connection.exit).toBeUndefined()
    getRawSocket(sockets[0]!).pause() // neither reads nor answers
    await expect.poll(() => connection.exit, { timeout: 5_000 }).toMatchObject({ isBrokenOff: true })
  })

  it('in the middle of a frame discards that frame', async () => {
    const { url, sockets } = await serveWebSocket()
    const { connection, pieces } = await openSession(url)
    const frame = Buffer.from(JSON.stringify(makeChunk('whole')))
    const raw = getRawSocket(sockets[0]!)
    raw.write(Buffer.concat([Buffer.from([0x81, 126, frame.length >> 8, frame.length & 0xFF]), frame]))
    raw.write(Buffer.concat([Buffer.from([0x81, 126, frame.length >> 8, frame.length & 0xFF]), frame.subarray(0, 40)]))
    await expect.poll(() => pieces).toEqual(['whole'])
    raw.destroy()
    await expect.poll(() => connection.exit).toMatchObject({ isBrokenOff: true })
    expect([pieces, connection.counts.noise]).toEqual([['whole'], 0])
  })

  it('is reported as closed if the agent closed it', async () => {
    const { url, sockets } = await serveWebSocket()
    const { connection } = await openSession(url)
    sockets[0]!.close()
    await expect.poll(() => connection.exit?.why).toMatch(/closed the connection/)
  })
})

interface Setup {
  readonly headers?: Record<string, string>
  readonly certificatePath?: string | undefined
  readonly beatMs?: number
  readonly quietMs?: number
  /** Does not read after the session was opened. */
  readonly isHeld?: boolean
}

async function openSession(url: string, { headers = {}, certificatePath, isHeld, ...silence }: Setup = {}) {
  const connection = await connect(agentAt(url, { headers }), {
    environment: { ...process.env, NODE_EXTRA_CA_CERTS: certificatePath },
    ...silence,
  })
  await connection.ready
  await connection.calls.newSession({ cwd: '/', mcpServers: [] })
  const { pieces } = collectText(connection)
  return { connection, pieces, release: isHeld ? connection.holdInput() : () => undefined }
}

/** Why no agent was reached. */
async function getError(
  url: string,
  environment: Record<string, string> = {},
  deadlines: Partial<AgentDeadlines> = {},
): Promise<string> {
  const connection = await connect(agentAt(url, { headers: { Authorization: 'Bearer wrong-token' } }), {
    environment,
    deadlines,
  })
  return connection.ready.then(() => 'it was reached', (error: Error) => error.message)
}

function makeChunk(text: string): object {
  const update = { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } }
  return { jsonrpc: '2.0', method: 'session/update', params: { sessionId: 's1', update } }
}

/** Everything that a server can send in a session. */
interface ServerSession {
  readonly send: (message: string) => void
}

/** A WebSocket server that responds like an agent and then follows instructions. */
async function serveWebSocket(
  then: (session: ServerSession & { socket: WebSocket }) => void = () => undefined,
  { isSilent = false } = {},
) {
  const sockets: WebSocket[] = []
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  server.on('connection', (socket) => {
    sockets.push(socket)
    const send = (message: string): void => socket.send(message)
    socket.on('message', (data: Buffer) => {
      if (isSilent)
        return
      const call = JSON.parse(data.toString()) as Call
      send(answerCall(call))
      if (call.method === 'session/new')
        then({ socket, send })
    })
  })
  await new Promise(resolve => server.once('listening', resolve))
  onTestFinished(() => {
    sockets.forEach(socket => socket.terminate())
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { url: `ws://localhost:${port}/acp`, sockets }
}

/** The same by HTTP. `streams` are the event streams of sessions. */
async function serveEvents(
  then: (session: ServerSession & { response: ServerResponse }) => void = () => undefined,
  accept: (response: ServerResponse) => void = response => void response.writeHead(202).end(),
) {
  const streams: ServerResponse[] = []
  let own: ServerResponse
  let sockets = 0
  const toEvent = (message: string): string => `data: ${message}\n\n`
  const server = createServer(async (request, response) => {
    if (request.method === 'GET') {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' }).flushHeaders()
      if (request.headers['acp-session-id'] === undefined)
        return void (own = response)
      streams.push(response)
      return then({ response, send: message => response.write(toEvent(message)) })
    }
    const call = JSON.parse(await text(request) || '{}') as Call
    if (call.method === 'initialize')
      return void response.writeHead(200, { 'Acp-Connection-Id': 'one' }).end(answerCall(call))
    accept(response)
    if (call.id !== undefined)
      own.write(toEvent(answerCall(call)))
  })
  server.on('connection', () => sockets++)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { url: `http://localhost:${port}/acp`, streams, sockets: () => sockets }
}

/** The sink of the frames. */
function getRawSocket(socket: WebSocket): Socket {
  return (socket as unknown as { _socket: Socket })._socket
}

interface Call {
  readonly id?: number
  readonly method?: string
}

function answerCall({ id, method }: Call): string {
  const results: Record<string, object> = {
    'initialize': { protocolVersion: 1, agentCapabilities: { loadSession: true } },
    'session/new': { sessionId: 's1' },
  }
  return JSON.stringify({ jsonrpc: '2.0', id, result: results[method ?? ''] ?? {} })
}

/** The address of a server that never answers. */
async function serveSilently(scheme: string): Promise<string> {
  return serveTcp(scheme, () => undefined)
}

/** The address of a server that follows instructions for each connection. */
async function serveTcp(scheme: string, then: (socket: Socket) => void): Promise<string> {
  const server = createTcpServer((socket) => {
    onTestFinished(() => void socket.destroy())
    then(socket)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `${scheme}://localhost:${(server.address() as AddressInfo).port}/acp`
}

/** The address of a server that answers every request with this status. */
async function serveStatus(
  scheme: string,
  status: number,
  headers: Record<string, string> = {},
  body = '',
): Promise<string> {
  const server = createServer((_, response) => response.writeHead(status, headers).end(body))
  server.on('upgrade', (_, socket) => {
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.end(`HTTP/1.1 ${status} No\r\n${lines.join('')}Connection: close\r\n\r\n${body}`)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `${scheme}://localhost:${(server.address() as AddressInfo).port}/acp`
}
