import { serve } from './serve.ts'

let isSignedIn = false
serve({
  'initialize': () => ({
    protocolVersion: 1,
    authMethods: [
      { id: 'login', name: 'Log in with a browser' },
      { name: 'no id' },
      { id: 'login', name: 'Log in again' },
      { id: 'key', name: ' ', type: 'terminal', args: ['login'] },
    ],
  }),
  'authenticate': () => {
    isSignedIn = true
    return {}
  },
  'session/new': () => {
    if (!isSignedIn)
      throw { code: -32000, message: 'Run kimi login first' }
    return { sessionId: 's1' }
  },
  'session/prompt': () => {
    throw { code: -32603, message: 'Internal error', data: { details: 'HTTP 429 from the model' } }
  },
})
