// Can load a session but not resume it; sends half of the history before the response and half after it, like
// gemini-cli. "slowly" delays the answer.
import { newSessionId, recall, remember } from './rememberedSessions.ts'
import { initialized, pause, textOf, Wire } from './wire.ts'

new Wire((wire) => {
  const replay = (sessionId: unknown, prompt: string) => {
    wire.update(sessionId, { sessionUpdate: 'user_message_chunk', content: { type: 'text', text: prompt } })
    wire.say(sessionId, `You said: ${prompt}`)
  }
  return {
    'initialize': initialized('load-only', { loadSession: true }),
    'session/new': () => ({ sessionId: newSessionId('load') }),
    'session/load': async ({ sessionId }) => {
      const prompts = recall(sessionId)
      const half = Math.ceil(prompts.length / 2)
      prompts.slice(0, half).forEach(prompt => replay(sessionId, prompt))
      void pause(200).then(() => prompts.slice(half).forEach(prompt => replay(sessionId, prompt)))
      return {}
    },
    'session/prompt': async (params) => {
      remember(params.sessionId, textOf(params))
      if (textOf(params) === 'slowly')
        await pause(500)
      wire.say(params.sessionId, `You said: ${textOf(params)}. That makes ${recall(params.sessionId).length}.`)
      return { stopReason: 'end_turn' }
    },
  }
})
