import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { WebSocketServer, type WebSocket } from 'ws'
import type { Channel } from '../../shared/channel'
import { contentSecurityPolicy } from '../contentSecurityPolicy'
import { readRendererFiles, type RendererFile } from '../rendererFiles'
import { ownNames, refusalOf, type OwnNames } from './requestChecks'
import { TokenGate } from './tokenGate'
import { WebSocketChannel } from './webSocketChannel'

const firstMessageTimeoutMs = 5_000
const headersTimeoutMs = 5_000
const closeTimeoutMs = 1_000
const maxPayloadBytes = 32 * 1024 * 1024
/** Sockets that have not shown their token yet. */
const maxStrangers = 32
/** Far more than a person's pages need; whoever opens so many has no business here. */
const maxConnections = 256

/** A running server of the page. */
export interface WebServer {
  /** The page's address with the token in its fragment, which browsers never send. */
  readonly url: string
  /** The same without the token. */
  readonly address: string
  close(): Promise<void>
}

/** Serves the page and its WebSocket on loopback. `connect` gets a channel for each page that showed the token. */
export async function startWebServer({ rendererFolder, port, connect, token }: {
  rendererFolder: string
  port: number
  connect: (channel: Channel) => void
  token?: string
}): Promise<WebServer> {
  const files = await readRendererFiles(rendererFolder)
  // A missing Host is refused by our own check, with its own status.
  const server = createServer({ requireHostHeader: false, headersTimeout: headersTimeoutMs, requestTimeout: 2 * headersTimeoutMs })
  server.maxConnections = maxConnections
  server.listen({ port, host: '127.0.0.1', exclusive: true })
  await once(server, 'listening')
  const { port: actualPort } = server.address() as AddressInfo // a string only for pipes
  const names = ownNames(actualPort)
  const gate = new TokenGate(token)
  const sockets = new WebSocketServer({ noServer: true, maxPayload: maxPayloadBytes, perMessageDeflate: false })
  const strangers = new Set<WebSocket>()

  server.on('request', (request, response) => answer({ request, response, files, names }))
  server.on('upgrade', (request, socket, head) => {
    const status = refusalOf(request, { names, isSocket: true }) ?? (isSocketPath(request) ? undefined : 404)
    if (status !== undefined || strangers.size >= maxStrangers)
      return refuseUpgrade(socket, status ?? 503)
    sockets.handleUpgrade(request, socket, head, (webSocket) => {
      strangers.add(webSocket)
      webSocket.on('close', () => strangers.delete(webSocket))
      void admit({ webSocket, gate }).then((session) => {
        strangers.delete(webSocket)
        if (session !== undefined)
          connect(welcome(webSocket, session))
      })
    })
  })

  const address = `http://127.0.0.1:${actualPort}`
  return { url: `${address}/#token=${gate.token}`, address, close: () => closeAll(server, sockets) }
}

function answer({ request, response, files, names }: {
  request: IncomingMessage
  response: ServerResponse
  files: ReadonlyMap<string, RendererFile>
  names: OwnNames
}): void {
  for (const [name, value] of Object.entries(safetyHeaders(names)))
    response.setHeader(name, value)
  const refusal = refusalOf(request, { names, isSocket: false })
  if (refusal !== undefined)
    return end(response, refusal)
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return end(response.setHeader('Allow', 'GET, HEAD'), 405)
  const file = files.get((request.url ?? '').split('?', 1)[0] ?? '')
  if (file === undefined)
    return end(response, 404)
  response.writeHead(200, { 'Content-Type': file.type, 'Content-Length': file.bytes.length })
  response.end(request.method === 'HEAD' ? undefined : file.bytes)
}

function safetyHeaders(names: OwnNames): Record<string, string> {
  return {
    'Content-Security-Policy': contentSecurityPolicy({ connect: names.sockets }),
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cache-Control': 'no-store',
  }
}

function end(response: ServerResponse, status: number): void {
  // Whatever body comes with it is not waited for.
  response.writeHead(status, { 'Content-Type': 'text/plain', 'Connection': 'close' }).end(`${status}\n`)
}

function isSocketPath(request: IncomingMessage): boolean {
  return request.method === 'GET' && request.url === '/ws'
}

function refuseUpgrade(socket: Duplex, status: number): void {
  socket.on('error', () => socket.destroy()) // a stranger that hangs up early is none of our concern
  socket.end(`HTTP/1.1 ${status} Refused\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}

/** Waits for the first message and judges the secret in it; answers with the page's session. A socket that is not admitted is closed. */
async function admit({ webSocket, gate }: { webSocket: WebSocket, gate: TokenGate }): Promise<string | undefined> {
  // Every fault of a socket ends in its closing, which is what counts.
  webSocket.on('error', () => webSocket.terminate())
  const message = await firstMessage(webSocket)
  if (message === undefined)
    return undefined
  webSocket.pause()
  await new Promise(resolve => setTimeout(resolve, gate.delayMs(Date.now())))
  webSocket.resume()
  const session = gate.admit(message, Date.now())
  if (session === undefined)
    webSocket.close(1008, 'Wrong token')
  return webSocket.readyState === webSocket.OPEN ? session : undefined
}

function firstMessage(webSocket: WebSocket): Promise<string | undefined> {
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
  // A page that does not answer the closing is not waited for.
  const timer = setTimeout(() => {
    for (const webSocket of sockets.clients)
      webSocket.terminate()
    server.closeAllConnections()
  }, closeTimeoutMs)
  server.closeIdleConnections()
  await closed
  clearTimeout(timer)
}
