import { connect } from 'node:net'
import process from 'node:process'

// The MCP server that agents start. It forwards their messages to Parley, and shares no code with the app.
const { PARLEY_FILES: address = '', PARLEY_FILES_TOKEN: token = '' } = process.env
const socket = connect(address)
socket.on('connect', () => {
  socket.write(`${token}\n`)
  process.stdin.pipe(socket)
  socket.pipe(process.stdout)
})
socket.on('error', (error) => {
  process.stderr.write(`[parley files] Parley cannot be reached: ${error.message}\n`)
  process.exit(1)
})
socket.on('close', () => process.exit(0))
