import type { AgentDefinition } from '../../src/main/agents/agentDefinition'
import { type ChildProcess, spawn } from 'node:child_process'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { type AddressInfo, connect as connectTo, createServer as createProxy, type Socket } from 'node:net'
import { Readable, Writable } from 'node:stream'
import { ndJsonStream, type Stream } from '@agentclientprotocol/sdk'
import { createNodeHttpHandler, createNodeWebSocketUpgradeHandler } from '@agentclientprotocol/sdk/experimental/node'
import { AcpServer } from '@agentclientprotocol/sdk/experimental/server'
import { WebSocketServer } from 'ws'

/** How to start an agent. */
export type Program = Pick<AgentDefinition, 'command' | 'args' | 'env'>

/** A server on this machine that starts an agent of `test/agents` for each connection. */
export interface NetworkAgents {
  readonly port: number
  /** The address for a scheme's transport. */
  readonly url: (scheme?: 'ws' | 'http') => string
  /** The headers of each request, in order. */
  readonly requests: IncomingMessage[]
  /** Number of connections so far. */
  readonly connections: () => number
  /** Number of open connections. */
  readonly open: () => number
  /** Ends the server and its agents, which a host would otherwise report as its own leftovers. */
  readonly end: () => Promise<void>
}

/** Serves an agent with the SDK's server. Every request needs the `token`, if any. With a certificate, uses TLS. */
export async function openAgentServer(
  agent: Program,
  { token, certificate }: { token?: string | undefined, certificate?: { key: string, cert: string } | undefined } = {},
): Promise<NetworkAgents> {
  const requests: IncomingMessage[] = []
  const children = new Set<ChildProcess>()
  let connections = 0
  const acp = new AcpServer({
    createAgent: () => ({
      connect: (stream: Stream) => {
        connections++
        return runAgent(agent, stream, children)
      },
    }),
  })
  const isAllowed = (request: IncomingMessage): boolean => {
    requests.push(request)
    return token === undefined || request.headers.authorization === `Bearer ${token}`
  }
  const serve = createNodeHttpHandler(acp, { maxRequestBodyBytes: 64 * 1024 * 1024 })
  const listener: RequestListener = (request, response) => {
    if (isAllowed(request))
      serve(request, response)
    else
      response.writeHead(401).end('No.')
  }
  const server = certificate ? createSecureServer(certificate, listener) : createServer(listener)
  const upgrade = createNodeWebSocketUpgradeHandler(acp, new WebSocketServer({ noServer: true }))
  server.on('upgrade', (request, socket, head) => {
    if (isAllowed(request))
      upgrade(request, socket, head)
    else
      socket.end('HTTP/1.1 401 Unauthorized\r\nConnection: close\r\n\r\n')
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const end = async (): Promise<void> => {
    await acp.close()
    server.closeAllConnections()
    server.close()
    await Promise.all([...children].map(endChild))
  }
  const { port } = server.address() as AddressInfo
  return {
    port,
    url: (scheme = 'ws') => `${scheme}${certificate ? 's' : ''}://localhost:${port}/acp`,
    requests,
    connections: () => connections,
    open: () => [...children].filter(child => child.exitCode === null && child.signalCode === null).length,
    end,
  }
}

/** Runs the agent as a process, and forwards messages both ways. Ends it with the connection. */
function runAgent(
  { command, args, env }: Program,
  stream: Stream,
  children: Set<ChildProcess>,
): { closed: Promise<void> } {
  const child = spawn(command, [...args], { env: { ...process.env, ...env }, stdio: ['pipe', 'pipe', 'inherit'] })
  children.add(child)
  // Node's web streams have their own type.
  const lines = ndJsonStream(
    Writable.toWeb(child.stdin) as WritableStream<Uint8Array>,
    Readable.toWeb(child.stdout) as ReadableStream<Uint8Array>,
  )
  const end = (): void => void child.stdin.end()
  stream.readable.pipeTo(lines.writable).then(end, end)
  const closed = lines.readable.pipeTo(stream.writable).catch(() => undefined)
  child.stdin.on('error', () => undefined) // it may exit first
  return { closed }
}

async function endChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null)
    return
  const ended = new Promise(resolve => child.once('exit', resolve))
  child.kill('SIGKILL')
  await ended
}

/** A network between Parley and a local server that can be slow, silent or cut. */
export interface Network {
  readonly port: number
  /** Number of bytes that have reached Parley's side. */
  readonly passed: () => number
  /** Ends all connections at once and refuses new ones until it is restored. */
  cut(): void
  mend(): void
  /** Stops forwarding until it is released. */
  hold(): void
  release(): void
  end(): void
}

/** Opens a network that delays every byte by `delayMs` each way. */
export async function openNetwork(toPort: number, { delayMs = 0 }: { delayMs?: number } = {}): Promise<Network> {
  const pairs = new Set<Socket>()
  let isCut = false
  let isHeld = false
  let passed = 0
  const held = new Set<() => void>()
  const pass = (from: Socket, to: Socket, onBytes: (bytes: number) => void = () => undefined): void => {
    from.on('data', (chunk: Buffer) => {
      const write = (): void => {
        onBytes(chunk.length)
        if (to.writable && !to.write(chunk)) {
          from.pause()
          to.once('drain', () => from.resume())
        }
      }
      const wait = (): void => void (isHeld ? held.add(write) : write())
      if (delayMs === 0)
        wait()
      else
        setTimeout(wait, delayMs)
    })
    from.on('error', () => undefined)
    from.on('close', () => void to.destroy())
    from.on('end', () => void to.end())
  }
  const server = createProxy((near) => {
    if (isCut)
      return void near.destroy()
    const far = connectTo(toPort, '127.0.0.1')
    for (const socket of [near, far]) {
      pairs.add(socket)
      socket.on('close', () => pairs.delete(socket))
    }
    pass(near, far)
    pass(far, near, bytes => passed += bytes)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    passed: () => passed,
    cut: () => {
      isCut = true
      pairs.forEach(socket => socket.destroy())
    },
    mend: () => {
      isCut = false
    },
    hold: () => {
      isHeld = true
    },
    release: () => {
      isHeld = false
      held.forEach(write => write())
      held.clear()
    },
    end: () => {
      pairs.forEach(socket => socket.destroy())
      server.close()
    },
  }
}
