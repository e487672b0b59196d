// Writes byte by byte, so that every character and message arrives in pieces.
import { writeSync } from 'node:fs'
import { initialized, type JsonObject, Wire } from '../../scripted/wire.ts'

class ByteWire extends Wire {
  override write(message: JsonObject): void {
    for (const byte of Buffer.from(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`))
      writeByte(byte)
  }
}

function writeByte(byte: number): void {
  try {
    writeSync(1, Buffer.of(byte))
  }
  catch (error) {
    if ((error as { code?: unknown }).code !== 'EAGAIN')
      throw error
    writeByte(byte) // the pipe is full
  }
}

new ByteWire(wire => ({
  'initialize': initialized('byte-by-byte'),
  'session/new': () => ({ sessionId: `bytes-${process.pid}` }),
  'session/prompt': ({ sessionId }) => {
    wire.say(sessionId, 'Größe 5 € – 日本 👩‍👩‍👧 ok')
    return { stopReason: 'end_turn' }
  },
}))
