// Sends updates of 1 MB for 64 unknown sessions, 512 MB in all.
import { initialized, Wire } from '../../scripted/wire.ts'

const big = 'x'.repeat(1024 * 1024)

new Wire(wire => ({
  'initialize': initialized('strangers-hoard'),
  'session/new': () => ({ sessionId: `hoard-${process.pid}` }),
  'session/prompt': async ({ sessionId }) => {
    for (let count = 0; count < 512; count++) {
      wire.say(`stranger-${count % 64}`, big)
      if (process.stdout.writableNeedDrain)
        await new Promise(resolve => process.stdout.once('drain', resolve))
    }
    wire.say(sessionId, 'All sent.')
    return { stopReason: 'end_turn' }
  },
}))
