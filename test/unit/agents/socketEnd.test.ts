import { createServer } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { lineLimits } from '../../../src/main/agents/wire/lineSplitter'
import { collectText, connect, program } from '../../agents/program'
import { agentAt, network, serveAgents } from '../../support/networkAgents'

const prompt = [{ type: 'text' as const, text: 'go' }]

it('gives every update of a turn before its answer, in order', async () => {
  const { url } = await serveAgents(program('order'))
  const { connection, pieces } = await opened(url())
  await connection.calls.prompt('s1', prompt)
  expect(pieces.slice(0, 1000)).toEqual(Array.from({ length: 1000 }, (_, index) => `${index} `))
})

it('speaks TLS with a server whose certificate the person trusts, and sends the headers', async () => {
  const served = await serveAgents(program('echo'), { token: 'tell-no-one', isSecure: true })
  const { connection, pieces } = await opened(served.url(), {
    headers: { Authorization: 'Bearer tell-no-one' },
    certificatePath: served.certificatePath,
  })
  await connection.calls.prompt('s1', prompt)
  expect(pieces).toEqual(['go'])
  expect(connection.secrets()).toEqual(expect.arrayContaining(['Bearer tell-no-one', 'tell-no-one']))
})

describe('an address that is not called', () => {
  it('is one whose certificate nobody vouches for, even where Node is told to accept any', async () => {
    const { url, requests } = await serveAgents(program('echo'), { isSecure: true })
    await expect(failure(url(), { NODE_TLS_REJECT_UNAUTHORIZED: '0' })).resolves.toContain('certificate of localhost')
    expect(requests).toEqual([])
  })

  it('is one that redirects: the headers go nowhere else', async () => {
    const { url, requests } = await serveAgents(program('echo'))
    const redirecting = await answering(302, { Location: url() })
    const why = await failure(redirecting)
    expect(why).toContain('redirects to')
    expect(why).toContain(url())
    expect(requests).toEqual([])
  })

  it('is one that refuses the token, has no agent there or is not reached', async () => {
    const { url } = await serveAgents(program('echo'), { token: 'right' })
    await expect(failure(url())).resolves.toMatch(/refused the token \(401\)/)
    await expect(failure(await answering(404))).resolves.toMatch(/no agent at this address/)
    await expect(failure(await answering(502))).resolves.toMatch(/status 502/)
    await expect(failure('ws://localhost:1/acp')).resolves.toMatch(/cannot be reached: connection refused/)
  })
})

it('takes frames of any shape: pretty-printed, binary, in parts, not JSON', async () => {
  const { url } = await bareServer((socket) => {
    socket.send('what is this?')
    socket.send(Buffer.from('{"jsonrpc":"2.0"}'), { binary: true })
    const text = JSON.stringify(chunk('one'), undefined, 2)
    socket.send(text.slice(0, 20), { fin: false })
    socket.send(text.slice(20), { fin: true })
    socket.send(JSON.stringify(chunk('two\nlines')))
  })
  const { connection, pieces } = await opened(url)
  await expect.poll(() => pieces).toEqual(['one', 'two\nlines'])
  expect(connection.counts.noise).toBe(1)
})

it('skips a frame that is longer or more deeply nested than a line may be, and goes on', async () => {
  const { url } = await bareServer((socket) => {
    socket.send(`{"jsonrpc":"2.0","method":"session/update","params":"${'x'.repeat(lineLimits.lineBytes)}"}`)
    socket.send(`{"jsonrpc":"2.0","method":"session/update","params":${'['.repeat(100_000)}${']'.repeat(100_000)}}`)
    socket.send(JSON.stringify(chunk('still here')))
  })
  const { connection, pieces } = await opened(url)
  await expect.poll(() => pieces).toEqual(['still here'])
  expect(connection.counts.skipped).toBe(2)
})

it('reads no faster than its updates are handled: the server keeps the rest', async () => {
  const frame = JSON.stringify(chunk('x'.repeat(100_000)))
  const { url, sockets } = await bareServer((socket) => {
    for (let sent = 0; sent < 64 * 1024 * 1024; sent += frame.length)
      socket.send(frame)
  })
  const { pieces, release } = await opened(url, { isHeld: true })
  const received = async (): Promise<number> => {
    const before = pieces.length
    await new Promise(resolve => setTimeout(resolve, 200))
    return pieces.length - before
  }
  expect(await received()).toBeLessThan(2)
  expect(sockets[0]!.bufferedAmount).toBeGreaterThan(32 * 1024 * 1024)
  release()
  await expect.poll(() => pieces.length, { timeout: 10_000 }).toBe(Math.ceil(64 * 1024 * 1024 / frame.length))
})

describe('a connection that breaks', () => {
  it('ends the agent with what arrived before, even if that is not handled yet', async () => {
    const { port } = await serveAgents(program('order'))
    const net = await network(port)
    const { connection, pieces } = await opened(`ws://localhost:${net.port}/acp`)
    const turn = connection.calls.prompt('s1', prompt)
    await expect.poll(() => pieces.length).toBeGreaterThan(0)
    net.cut()
    await turn.catch((error: Error) => expect(error.message).toMatch(/The connection to localhost:\d+ broke/))
    await expect.poll(() => connection.exit).toMatchObject({ isBrokenOff: true, code: null })
    expect(pieces).toEqual(pieces.map((_, index) => index < 1000 ? `${index} ` : 'late'))
  })

  it('is noticed when the other side is silent, not while it only sends slowly', async () => {
    const { url, sockets } = await bareServer()
    const { connection } = await opened(url, { beatMs: 20 })
    for (let index = 0; index < 20; index++) {
      await new Promise(resolve => setTimeout(resolve, 20))
      sockets[0]!.send(JSON.stringify(chunk('x')))
    }
    expect(connection.exit).toBeUndefined()
    const raw = (sockets[0] as unknown as { _socket: Socket })._socket
    raw.pause() // neither reads nor answers
    await expect.poll(() => connection.exit, { timeout: 5_000 }).toMatchObject({ isBrokenOff: true })
  })

  it('says that the agent closed it, if it did', async () => {
    const { url, sockets } = await bareServer()
    const { connection } = await opened(url)
    sockets[0]!.close()
    await expect.poll(() => connection.exit?.why).toMatch(/closed the connection/)
  })
})

it('closes the connection when it is no longer used, and ends one that is still being made', async () => {
  const { url, sockets } = await bareServer()
  const { connection } = await opened(url)
  await connection.dispose()
  expect(connection.exit).toMatchObject({ why: undefined })
  await expect.poll(() => sockets[0]!.readyState).toBe(WebSocket.CLOSED)

  const pending = await connect(agentAt(await silentServer()))
  await pending.kill()
  await expect(pending.ready).rejects.toThrow()
})

interface Setup {
  readonly headers?: Record<string, string>
  readonly certificatePath?: string | undefined
  readonly beatMs?: number
  /** Nothing is read after the session was opened. */
  readonly isHeld?: boolean
}

async function opened(url: string, { headers = {}, certificatePath, beatMs, isHeld }: Setup = {}) {
  const connection = await connect(agentAt(url, { headers }), {
    environment: { ...process.env, NODE_EXTRA_CA_CERTS: certificatePath },
    beatMs,
  })
  await connection.ready
  await connection.calls.newSession({ cwd: '/', mcpServers: [] })
  const { pieces } = collectText(connection)
  return { connection, pieces, release: isHeld ? connection.holdInput() : () => undefined }
}

/** Why no agent was reached. */
async function failure(url: string, environment: Record<string, string> = {}): Promise<string> {
  const connection = await connect(agentAt(url, { headers: { Authorization: 'Bearer wrong' } }), { environment })
  return connection.ready.then(() => 'it was reached', (error: Error) => error.message)
}

function chunk(text: string): object {
  const update = { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } }
  return { jsonrpc: '2.0', method: 'session/update', params: { sessionId: 's1', update } }
}

/** A WebSocket server that answers what an agent must and then does as it is told. */
async function bareServer(
  then: (socket: WebSocket) => void = () => undefined,
): Promise<{ url: string, sockets: WebSocket[] }> {
  const sockets: WebSocket[] = []
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  server.on('connection', (socket) => {
    sockets.push(socket)
    socket.on('message', (data: Buffer) => {
      const { id, method } = JSON.parse(data.toString()) as { id?: number, method: string }
      if (method === 'initialize')
        socket.send(JSON.stringify({ jsonrpc: '2.0', id, result: { protocolVersion: 1, agentCapabilities: {} } }))
      if (method === 'session/new') {
        socket.send(JSON.stringify({ jsonrpc: '2.0', id, result: { sessionId: 's1' } }))
        then(socket)
      }
    })
  })
  await new Promise(resolve => server.once('listening', resolve))
  onTestFinished(() => {
    sockets.forEach(socket => socket.terminate())
    server.close()
  })
  return { url: `ws://localhost:${(server.address() as AddressInfo).port}/acp`, sockets }
}

/** The address of a server that never answers. */
async function silentServer(): Promise<string> {
  const server = createTcpServer(socket => onTestFinished(() => void socket.destroy()))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `ws://localhost:${(server.address() as AddressInfo).port}/acp`
}

/** The address of a server that answers every request with this status. */
async function answering(status: number, headers: Record<string, string> = {}): Promise<string> {
  const server = createServer((_, response) => response.writeHead(status, headers).end())
  server.on('upgrade', (_, socket) => {
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.end(`HTTP/1.1 ${status} No\r\n${lines.join('')}Connection: close\r\n\r\n`)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `ws://localhost:${(server.address() as AddressInfo).port}/acp`
}
