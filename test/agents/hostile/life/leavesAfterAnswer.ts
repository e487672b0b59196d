// Exits with 0 right after its response.
import { initialized, Wire } from '../../scripted/wire.ts'

new Wire(wire => ({
  'initialize': initialized('leaves-after-answer'),
  'session/new': () => ({ sessionId: `leaves-${process.pid}` }),
  'session/prompt': ({ sessionId }) => {
    wire.say(sessionId, 'Bye.')
    setImmediate(() => process.exit(0))
    return { stopReason: 'end_turn' }
  },
}))
