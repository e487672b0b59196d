// Gives every session the same id.
import { initialized, Wire } from '../../scripted/wire.ts'

new Wire(wire => ({
  'initialize': initialized('one-session'),
  'session/new': () => ({ sessionId: 'the-session' }),
  'session/prompt': ({ sessionId }) => {
    wire.say(sessionId, 'It is me.')
    return { stopReason: 'end_turn' }
  },
}))
