// Responds twice to `initialize` and `session/new`, differently.
import { initialized, Wire } from '../../scripted/wire.ts'

new Wire(wire => ({
  'initialize': (_, id) => {
    setImmediate(() => wire.write({ id, result: { protocolVersion: 999 } }))
    return initialized('greets-twice')()
  },
  'session/new': (_, id) => {
    setImmediate(() => wire.write({ id, result: { sessionId: 'another' } }))
    return { sessionId: `twice-${process.pid}` }
  },
  'session/prompt': ({ sessionId }) => {
    wire.say('another', 'From the other session.')
    wire.say(sessionId, 'From the first.')
    return { stopReason: 'end_turn' }
  },
}))
