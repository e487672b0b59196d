// Sends 24 writes of 16 MB at once, and counts the successful ones.
import { initialized, Wire } from '../../scripted/wire.ts'

const content = 'x'.repeat(16 * 1024 * 1024)

new Wire(wire => ({
  'initialize': initialized('heavy-writes'),
  'session/new': () => ({ sessionId: `heavy-${process.pid}` }),
  'session/prompt': async ({ sessionId }) => {
    const writes: Promise<unknown>[] = []
    for (let count = 0; count < 24; count++) {
      writes.push(wire.request('fs/write_text_file', { sessionId, path: `${process.cwd()}/heavy-${count % 8}.txt`, content }))
      if (process.stdout.writableNeedDrain)
        await new Promise(resolve => process.stdout.once('drain', resolve))
    }
    await Promise.all(writes)
    wire.say(sessionId, 'Written all 24.')
    return { stopReason: 'end_turn' }
  },
}))
