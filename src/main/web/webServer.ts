import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Channel } from '../../shared/channel'
import { once } from 'node:events'
import { type WebSocket, WebSocketServer } from 'ws'
import { readRendererFiles, type RendererFile } from '../shell/rendererFiles'
import { createContentSecurityPolicy, createSecurityHeaders } from '../shell/securityHeaders'
import { getRefusalStatus, listOwnNames, type OwnNames } from './requestChecks'
import { TokenGate } from './tokenGate'
import { WebSocketChannel } from './webSocketChannel'

// As an ES module it would load all of undici for its own `WebSocket`, which takes a sixth of Parley's start.
const { createServer } = process.getBuiltinModule('node:http')
const firstMessageTimeoutMs = 5_000
const headersTimeoutMs = 5_000
/** How often Node checks for slow requests. Its default of 30 s would keep incomplete ones for that long. */
const checkConnectionsMs = 1_000
const closeTimeoutMs = 1_000
const maxPayloadBytes = 32 * 1024 * 1024
/** Maximum sockets that have not sent the token yet. */
const maxPendingSockets = 32
/** Maximum size of their messages. A token has 43 characters. */
const maxPendingBytes = 64 * 1024
/** More than a person's pages need, apart from those that sent the token. */
const maxConnections = 256

/** A running server of the page. */
export interface WebServer {
  /** The page's address with the token in its fragment, which browsers never send. */
  readonly url: string
  /** The address without the token. */
  readonly address: string
  close(): Promise<void>
}

/** Serves the page and its WebSocket on loopback. `connect` gets a channel for each page that sent the token. */
export async function startWebServer({ rendererFolder, port, connect, token }: {
  rendererFolder: string
  port: number
  connect: (channel: Channel) => void
  token?: string
}): Promise<WebServer> {
  const files = await readRendererFiles(rendererFolder)
  // The server itself rejects a missing Host, with its own status.
  const server = createServer({
    requireHostHeader: false,
    headersTimeout: headersTimeoutMs,
    requestTimeout: 2 * headersTimeoutMs,
    connectionsCheckingInterval: checkConnectionsMs,
  })
  const connections = new PendingConnections<Duplex>({ max: maxConnections, evict: socket => socket.destroy() })
  server.on('connection', (socket) => {
    connections.add(socket)
    socket.on('close', () => connections.delete(socket))
  })
  server.listen({ port, host: '127.0.0.1', exclusive: true })
  await once(server, 'listening')
  const { port: actualPort } = server.address() as AddressInfo // a string only for pipes
  const names = listOwnNames(actualPort)
  const gate = new TokenGate(token)
  const sockets = new WebSocketServer({ noServer: true, maxPayload: maxPayloadBytes, perMessageDeflate: false })
  const pending = new PendingConnections<WebSocket>({
    max: maxPendingSockets,
    evict: webSocket => webSocket.terminate(),
  })

  server.on('request', (request, response) => answer({ request, response, files, names }))
  server.on('upgrade', (request, socket, head) => {
    const status = getRefusalStatus(request, { names, isSocket: true }) ?? (isSocketPath(request) ? undefined : 404)
    if (status !== undefined)
      return refuseUpgrade(socket, status)
    sockets.handleUpgrade(request, socket, head, (webSocket) => {
      pending.add(webSocket)
      webSocket.on('close', () => pending.delete(webSocket))
      const onKnown = (): void => {
        pending.delete(webSocket)
        connections.delete(socket)
      }
      admit({ webSocket, socket, gate, onKnown }).then((session) => {
        if (session !== undefined)
          connect(welcome(webSocket, session))
      }, () => webSocket.terminate())
    })
  })

  const address = `http://127.0.0.1:${actualPort}`
  return { url: `${address}/#token=${gate.token}`, address, close: () => closeAll(server, sockets) }
}

/** The build puts a hash of the content into these names, so a reloaded page can use its cache. */
const namedByContent = '/assets/'

function answer({ request, response, files, names }: {
  request: IncomingMessage
  response: ServerResponse
  files: ReadonlyMap<string, RendererFile>
  names: OwnNames
}): void {
  const headers = createSecurityHeaders(createContentSecurityPolicy({ connect: names.sockets }))
  for (const [name, value] of Object.entries(headers))
    response.setHeader(name, value)
  const refusal = getRefusalStatus(request, { names, isSocket: false })
  if (refusal !== undefined)
    return end(response, refusal)
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return end(response.setHeader('Allow', 'GET, HEAD'), 405)
  const path = (request.url ?? '').split('?', 1)[0] ?? ''
  const file = files.get(path)
  if (file === undefined)
    return end(response, 404)
  response.writeHead(200, {
    'Content-Type': file.type,
    'Content-Length': file.bytes.length,
    ...file.policy !== undefined && { 'Content-Security-Policy': file.policy() },
    ...path.startsWith(namedByContent) && { 'Cache-Control': 'private, max-age=31536000, immutable' },
  })
  response.end(request.method === 'HEAD' ? undefined : file.bytes)
}

function end(response: ServerResponse, status: number): void {
  // Doesn't wait for the request's body.
  response.writeHead(status, { 'Content-Type': 'text/plain', 'Connection': 'close' }).end(`${status}\n`)
}

function isSocketPath(request: IncomingMessage): boolean {
  return request.method === 'GET' && request.url === '/ws'
}

function refuseUpgrade(socket: Duplex, status: number): void {
  socket.on('error', () => socket.destroy()) // the client may disconnect early
  socket.end(`HTTP/1.1 ${status} Refused\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}

/**
 * Waits for the first message and checks its secret. Resolves to the page's session, or closes the socket. `onKnown`:
 * called when the secret is right, so that other connections can no longer evict this socket while it waits.
 */
async function admit({
  webSocket,
  socket,
  gate,
  onKnown,
}: {
  webSocket: WebSocket
  socket: Duplex
  gate: TokenGate
  onKnown: () => void
}): Promise<string | undefined> {
  // Every error of a socket is followed by its close event, which is handled.
  webSocket.on('error', () => webSocket.terminate())
  const noLongerBounded = boundBytes(webSocket, socket)
  const message = await waitForFirstMessage(webSocket)
  noLongerBounded()
  if (message === undefined)
    return undefined
  const delayMs = gate.delayMs(Date.now())
  const session = gate.admit(message, Date.now())
  if (session !== undefined)
    onKnown()
  webSocket.pause()
  await new Promise(resolve => setTimeout(resolve, delayMs))
  webSocket.resume()
  if (session === undefined)
    webSocket.close(1008, 'Wrong token')
  return webSocket.readyState === webSocket.OPEN ? session : undefined
}

/** Limits the size of a socket's messages until it has sent the token, far below the later limit. */
function boundBytes(webSocket: WebSocket, socket: Duplex): () => void {
  let bytes = 0
  const count = (piece: Uint8Array): void => {
    bytes += piece.length
    if (bytes > maxPendingBytes)
      webSocket.terminate()
  }
  socket.on('data', count)
  return () => socket.off('data', count)
}

function waitForFirstMessage(webSocket: WebSocket): Promise<string | undefined> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => webSocket.terminate(), firstMessageTimeoutMs)
    webSocket.once('message', (bytes, isBinary) => {
      clearTimeout(timer)
      resolve(isBinary ? '' : bytes.toString())
    })
    webSocket.once('close', () => {
      clearTimeout(timer)
      resolve(undefined)
    })
  })
}

function welcome(webSocket: WebSocket, session: string): Channel {
  const channel = new WebSocketChannel(webSocket)
  webSocket.send(JSON.stringify({ ok: true, session }))
  return channel
}

async function closeAll(server: Server, sockets: WebSocketServer): Promise<void> {
  const closed = once(server, 'close')
  server.close()
  for (const webSocket of sockets.clients)
    webSocket.close(1001, 'Parley ends')
  // Doesn't wait for a page that does not answer the close frame.
  const timer = setTimeout(() => {
    for (const webSocket of sockets.clients)
      webSocket.terminate()
    server.closeAllConnections()
  }, closeTimeoutMs)
  server.closeIdleConnections()
  await closed
  clearTimeout(timer)
}

/**
 * Connections that have not sent the token yet, at most `max` of them: a new one evicts the oldest. Rejecting the
 * newest instead would let anyone lock the person out with enough silent connections.
 */
class PendingConnections<T> {
  readonly #all = new Set<T>()
  readonly #max: number
  readonly #evict: (connection: T) => void

  constructor({ max, evict }: { max: number, evict: (connection: T) => void }) {
    this.#max = max
    this.#evict = evict
  }

  add(connection: T): void {
    this.#all.add(connection)
    for (const oldest of this.#all) {
      if (this.#all.size <= this.#max)
        break
      this.#all.delete(oldest)
      this.#evict(oldest)
    }
  }

  /** Removes a connection that has sent the token or is closed. */
  delete(connection: T): void {
    this.#all.delete(connection)
  }
}
