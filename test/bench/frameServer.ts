// Replays a session by WebSocket as fast as possible, and prints its port.
import type { AddressInfo } from 'node:net'
import { WebSocketServer } from 'ws'
import { updateLine } from './updateLines'

const count = Number(process.env.REPLAYED)
const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
server.on('listening', () => console.log((server.address() as AddressInfo).port))
server.on('connection', socket => socket.on('message', (data: Buffer) => {
  const { id, method } = JSON.parse(data.toString()) as { id: number, method: string }
  const answer = (result: object): void => socket.send(JSON.stringify({ jsonrpc: '2.0', id, result }))
  if (method === 'initialize')
    return answer({ protocolVersion: 1, agentCapabilities: { loadSession: true } })
  for (let index = 0; index < count; index++) {
    const content = { type: 'text' as const, text: `${index} ${'x'.repeat(1_000)}` }
    socket.send(updateLine({ sessionUpdate: 'agent_message_chunk', content }))
  }
  answer({})
}))
