// Runs the program in its arguments behind a WebSocket, one frame per line. Prints its port.
import type { AddressInfo } from 'node:net'
import { spawn } from 'node:child_process'
import { WebSocketServer } from 'ws'

const newline = 0x0A
const [command = '', ...args] = process.argv.slice(2)
const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
server.on('listening', () => console.log((server.address() as AddressInfo).port))
server.on('connection', (socket) => {
  const agent = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  let line: Buffer[] = []
  agent.stdout.on('data', (chunk: Buffer) => {
    let from = 0
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, from)) {
      socket.send(Buffer.concat([...line, chunk.subarray(from, end)]), { binary: false })
      line = []
      from = end + 1
    }
    line.push(chunk.subarray(from))
  })
  socket.on('message', (message: Buffer) => agent.stdin.write(`${message.toString()}\n`))
  socket.on('close', () => agent.stdin.end())
})
