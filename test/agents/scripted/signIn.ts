// Requires a sign-in before it creates a session. The method "wrong-password" fails; "sign out" in a prompt signs out.
import { initialized, textOf, Wire, WireError } from './wire.ts'

let isSignedIn = false

new Wire(wire => ({
  'initialize': initialized(
    'sign-in',
    {},
    {
      authMethods: [
        { id: 'test-login', name: 'Log in to the test', description: 'Signs in at once' },
        { id: 'wrong-password', name: 'Log in wrongly' },
      ],
    },
  ),
  'authenticate': ({ methodId }) => {
    if (methodId !== 'test-login')
      throw new WireError(-32603, 'The password is wrong')
    isSignedIn = true
  },
  'session/new': () => {
    if (!isSignedIn)
      throw new WireError(-32000, 'Authentication required')
    return { sessionId: 'signed-in-1' }
  },
  'session/prompt': (params) => {
    if (textOf(params) === 'sign out')
      isSignedIn = false
    if (!isSignedIn)
      throw new WireError(-32000, 'Authentication required')
    wire.say(params.sessionId, `Signed in. You said: ${textOf(params)}`)
    return { stopReason: 'end_turn' }
  },
}))
