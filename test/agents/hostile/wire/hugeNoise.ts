// Writes 12 lines of 30 MB that are not JSON, and 12 that are nested too deeply and have a long id.
import { initialized, Wire } from '../../scripted/wire.ts'

const noise = 'noise '.repeat(5 * 1024 * 1024)
const deep = '['.repeat(300) + ' '.repeat(30 * 1024 * 1024) + ']'.repeat(300)

async function write(line: string): Promise<void> {
  if (!process.stdout.write(`${line}\n`))
    await new Promise(resolve => process.stdout.once('drain', resolve))
}

new Wire(wire => ({
  'initialize': initialized('huge-noise'),
  'session/new': () => ({ sessionId: `huge-noise-${process.pid}` }),
  'session/prompt': async ({ sessionId }) => {
    for (let count = 0; count < 12; count++) {
      await write(noise)
      await write(`{"jsonrpc":"2.0","id":"a-long-identifier-of-a-request-${count}","method":"fs/read_text_file","params":${deep}}`)
    }
    wire.say(sessionId, 'That was loud.')
    return { stopReason: 'end_turn' }
  },
}))
