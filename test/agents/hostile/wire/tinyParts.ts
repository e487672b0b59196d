// Sends messages of 60 MB with millions of empty objects; each takes a gigabyte once parsed.
import { initialized, Wire } from '../../scripted/wire.ts'

const parts = `[${'{},'.repeat(20 * 1024 * 1024)}{}]`

new Wire(wire => ({
  'initialize': initialized('tiny-parts'),
  'session/new': () => ({ sessionId: `tiny-${process.pid}` }),
  'session/prompt': async ({ sessionId }) => {
    for (let count = 0; count < 3; count++) {
      process.stdout.write(
        `{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"${String(sessionId)}",`
        + `"update":{"sessionUpdate":"tool_call","toolCallId":"t${count}","title":"Tiny","rawInput":`,
      )
      process.stdout.write(parts)
      if (!process.stdout.write('}}}\n'))
        await new Promise(resolve => process.stdout.once('drain', resolve))
    }
    wire.say(sessionId, 'That was all.')
    return { stopReason: 'end_turn' }
  },
}))
