// Claims to close sessions, but never does; works on a prompt until it is cancelled, and records that.
import { appendFileSync } from 'node:fs'
import { initialized, Wire } from '../../scripted/wire.ts'

let sessions = 0

new Wire(wire => ({
  'initialize': initialized('clings-to-sessions', { sessionCapabilities: { close: {} } }),
  'session/new': () => ({ sessionId: `clings-${process.pid}-${++sessions}` }),
  'session/close': () => new Promise(() => undefined),
  'session/prompt': async ({ sessionId }) => {
    wire.say(sessionId, 'Working.')
    await wire.cancelled(sessionId)
    appendFileSync('cancelled.txt', 'yes')
    return { stopReason: 'cancelled' }
  },
}))
