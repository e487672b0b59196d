// Says 100,000 words, each in an update of its own, as fast as the pipe takes them.
import { initialized, Wire } from '../../scripted/wire.ts'

new Wire(wire => ({
  'initialize': initialized('floods'),
  'session/new': () => ({ sessionId: `floods-${process.pid}` }),
  'session/prompt': ({ sessionId }) => {
    for (let count = 0; count < 100_000; count++)
      wire.say(sessionId, 'word ')
    return { stopReason: 'end_turn' }
  },
}))
