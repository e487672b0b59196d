// Creates sessions slowly, and ignores every reason to hurry.
import { initialized, pause, Wire } from '../../scripted/wire.ts'

let sessions = 0

new Wire(wire => ({
  'initialize': async () => {
    await pause(200)
    return initialized('slow-session')()
  },
  'session/new': async () => {
    await pause(300)
    return { sessionId: `slow-${process.pid}-${++sessions}` }
  },
  'session/prompt': ({ sessionId }) => {
    wire.say(sessionId, 'At last.')
    return { stopReason: 'end_turn' }
  },
}))
