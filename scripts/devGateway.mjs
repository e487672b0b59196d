// The page of `npm run dev` comes from Vite, its WebSocket leads to whichever host runs just now. Whoever wants in
// shows the token of this run, as in Parley itself: the host's own token never leaves this process, and lasts only as
// long as that host.
import { WebSocket, WebSocketServer } from 'ws'
import { getRefusalStatus, listOwnNames } from '../src/main/web/requestChecks.ts'
import { TokenGate } from '../src/main/web/tokenGate.ts'

/**
 * @param {import('node:http').Server} server Vite's
 * @param {() => { address: string, token: string } | undefined} currentHost
 * @returns {{ token: string, hangUp: () => void }} what lets a page in, and what makes every page connect anew
 */
export function openGateway(server, currentHost) {
  const gate = new TokenGate()
  const names = listOwnNames(server.address().port)
  const sockets = new WebSocketServer({ noServer: true })
  server.on('upgrade', (request, socket, head) => {
    if (request.url !== '/ws')
      return // Vite's own, for what it replaces
    if (getRefusalStatus(request, { names, isSocket: true }) !== undefined || currentHost() === undefined)
      return socket.destroy()
    sockets.handleUpgrade(request, socket, head, page => admit(page, gate, currentHost))
  })
  return {
    token: gate.token,
    hangUp: () => sockets.clients.forEach(page => page.terminate()),
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

/** Shows the host its token, and the page the session that lets it in here again. */
function connect(page, { address, token, session }) {
  const host = new WebSocket(address.replace('http:', 'ws:').concat('/ws'), { origin: address })
  const hangUp = () => {
    page.terminate()
    host.terminate()
  }
  host.on('error', hangUp).on('close', hangUp)
  page.on('close', hangUp)
  host.once('open', () => host.send(JSON.stringify({ token })))
  host.once('message', () => {
    page.send(JSON.stringify({ ok: true, session }))
    host.on('message', message => page.send(String(message)))
    page.on('message', message => host.send(String(message)))
  })
}
