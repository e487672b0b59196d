// Sends unsolicited responses: past, future and other ids, results and errors at once.
import { initialized, Wire } from '../../scripted/wire.ts'

new Wire(wire => ({
  'initialize': initialized('unasked-answers'),
  'session/new': () => ({ sessionId: `unasked-${process.pid}` }),
  'session/prompt': async ({ sessionId }, promptId) => {
    for (const id of [-1, 0, 1, 1e9, 1.5, null, true, '', ' ', 'nobody', '__proto__', [], {}, Number(promptId) + 1, Number(promptId) + 2]) {
      wire.write({ id, result: { stopReason: 'refusal', sessionId: 'stolen' } })
      wire.write({ id, error: { code: -1, message: 'no' } })
      wire.write({ id })
    }
    await new Promise(resolve => setTimeout(resolve, 20))
    wire.say(sessionId, 'Answered all.')
    return { stopReason: 'end_turn' }
  },
}))
