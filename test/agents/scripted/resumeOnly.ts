// Can resume a session but not load it; counts its prompts, which proves that it is the same session.
import { newSessionId, recall, remember } from './rememberedSessions.ts'
import { initialized, textOf, Wire } from './wire.ts'

new Wire(wire => ({
  'initialize': initialized('resume-only', { sessionCapabilities: { resume: {} } }),
  'session/new': () => ({ sessionId: newSessionId('resume') }),
  'session/resume': ({ sessionId }) => void recall(sessionId),
  'session/prompt': (params) => {
    remember(params.sessionId, textOf(params))
    wire.say(params.sessionId, `You said: ${textOf(params)}. That makes ${recall(params.sessionId).length}.`)
    return { stopReason: 'end_turn' }
  },
}))
