// In `npm run dev`, Vite serves the page, and this gateway forwards the page's WebSocket to the current host. Clients
// send the token of this run, like in Parley itself. The host's own token changes with each restart and never leaves
// this process.
import { WebSocket, WebSocketServer } from 'ws'
import { getRefusalStatus, listOwnNames } from '../src/main/web/requestChecks.ts'
import { TokenGate } from '../src/main/web/tokenGate.ts'

/**
 * @param {import('node:http').Server} server Vite's server
 * @param {() => { address: string, token: string } | undefined} currentHost
 * @returns {{ token: string, disconnect: () => void }} `token` admits a page; `disconnect` makes all pages reconnect
 */
export function openGateway(server, currentHost) {
  const gate = new TokenGate()
  const names = listOwnNames(server.address().port)
  const sockets = new WebSocketServer({ noServer: true })
  server.on('upgrade', (request, socket, head) => {
    if (request.url !== '/ws')
      return // Vite's own socket, for hot reloading
    if (getRefusalStatus(request, { names, isSocket: true }) !== undefined || currentHost() === undefined)
      return socket.destroy()
    sockets.handleUpgrade(request, socket, head, page => admit(page, gate, currentHost))
  })
  return {
    token: gate.token,
    disconnect: () => sockets.clients.forEach(page => page.terminate()),
  }
}

function admit(page, gate, currentHost) {
  page.on('error', () => page.terminate())
  page.once('message', (message) => {
    const session = gate.admit(String(message), Date.now())
    const host = currentHost()
    if (session === undefined || host === undefined)
      return page.close()
    connect(page, { ...host, session })
  })
}

/** Sends the host its token, and the page a session with which it can reconnect here. */
function connect(page, { address, token, session }) {
  const host = new WebSocket(address.replace('http:', 'ws:').concat('/ws'), { origin: address })
  const close = () => {
    page.terminate()
    host.terminate()
  }
  host.on('error', close).on('close', close)
  page.on('close', close)
  host.once('open', () => host.send(JSON.stringify({ token })))
  host.once('message', () => {
    page.send(JSON.stringify({ ok: true, session }))
    host.on('message', message => page.send(String(message)))
    page.on('message', message => host.send(String(message)))
  })
}
