// node bridgeServer.ts SCRIPT: serves a page with that script and, by WebSocket, messages to it: at /ws on the host's channel
// after its welcome, elsewhere bare. Prints its port, then what the page has measured.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { type WebSocket, WebSocketServer } from 'ws'
import { WebSocketChannel } from '../../src/main/web/webSocketChannel'
import { hostMethods } from '../../src/shared/contract/contract'
import { serveHost } from '../../src/shared/rpc'
import { createMessages } from './bridgeMessages'

const script = readFileSync(process.argv[2]!, 'utf8')
const single = createMessages(false)
const joined = createMessages(true)

const server = createServer((request, response) => {
  if (request.method === 'POST')
    return void text(request).then(measured => console.log(measured))
  response.setHeader('content-type', request.url === '/script.js' ? 'text/javascript' : 'text/html')
  response.end(request.url === '/script.js' ? script : '<!doctype html><script src="script.js" charset="utf-8"></script>')
})
const sockets = new WebSocketServer({ server })
sockets.on('connection', (socket, { url }) => url === '/ws' ? serveChannel(socket) : serveBare(socket))
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  console.log(typeof address === 'object' ? address?.port : address)
})

function serveChannel(socket: WebSocket): void {
  socket.once('message', () => {
    socket.send(JSON.stringify({ ok: true, session: 'session' }))
    const { emit } = serveHost({
      channel: new WebSocketChannel(socket),
      schemas: hostMethods,
      handlers: {
        openThread: ({ threadId }: { threadId: string }) => {
          for (const message of threadId === 'joined' ? joined : single)
            emit('threadEvents', message)
          return null
        },
      } as never,
      report: (error) => { throw error },
    })
  })
}

function serveBare(socket: WebSocket): void {
  socket.on('message', () => {
    for (const payload of single)
      socket.send(JSON.stringify({ event: 'threadEvents', payload }))
  })
}
