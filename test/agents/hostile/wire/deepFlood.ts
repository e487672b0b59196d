// Sends COUNT short messages that are nested too deeply, each of which deserves a notice.
import { initialized, Wire } from '../../scripted/wire.ts'

const total = Number(process.env.COUNT)
const deep = '['.repeat(300) + ']'.repeat(300)

new Wire(wire => ({
  'initialize': initialized('deep-flood'),
  'session/new': () => ({ sessionId: `deep-flood-${process.pid}` }),
  'session/prompt': ({ sessionId }) => {
    for (let count = 0; count < total; count++)
      process.stdout.write(`{"jsonrpc":"2.0","method":"session/update","params":{"x":"${'y'.repeat(300)}","deep":${deep}}}\n`)
    wire.say(sessionId, 'That was deep.')
    return { stopReason: 'end_turn' }
  },
}))
