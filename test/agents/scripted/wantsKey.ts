// Needs a key in its environment, like codex-acp: one method declares it, another names it only when it fails.
import { initialized, Wire, WireError } from './wire.ts'

const hasKey = () => (process.env.TEST_API_KEY ?? '') !== ''
let isSignedIn = false

new Wire(wire => ({
  'initialize': initialized('wants-key', {}, {
    authMethods: [
      { id: 'declared', name: 'Use a key', type: 'env_var', vars: [{ name: 'TEST_API_KEY', label: 'Test key' }] },
      { id: 'told', name: 'API key' },
    ],
  }),
  'authenticate': () => {
    if (!hasKey())
      throw new WireError(-32603, 'TEST_API_KEY is not set')
    isSignedIn = true
  },
  'session/new': () => {
    if (!hasKey() || (process.env.WANTS_CALL !== undefined && !isSignedIn))
      throw new WireError(-32000, 'Authentication required')
    return { sessionId: 'key-1' }
  },
  'session/prompt': ({ sessionId }) => {
    wire.say(sessionId, `The key has ${process.env.TEST_API_KEY?.length} characters.`)
    return { stopReason: 'end_turn' }
  },
}))
