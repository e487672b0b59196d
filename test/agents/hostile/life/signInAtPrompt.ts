// Opens sessions, and requires a sign-in only at the first prompt, like Claude.
import { initialized, Wire, WireError } from '../../scripted/wire.ts'

let isSignedIn = false
let sessions = 0

new Wire(wire => ({
  'initialize': initialized('sign-in-at-prompt', {}, { authMethods: [{ id: 'login', name: 'Log in' }] }),
  'session/new': () => ({ sessionId: `sign-in-${process.pid}-${++sessions}` }),
  'authenticate': () => {
    isSignedIn = true
    return {}
  },
  'session/prompt': ({ sessionId }) => {
    if (!isSignedIn)
      throw new WireError(-32000, 'Please log in')
    wire.say(sessionId, 'Welcome.')
    return { stopReason: 'end_turn' }
  },
}))
