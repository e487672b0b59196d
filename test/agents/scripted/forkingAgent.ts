// Forks a session like opencode: replays the conversation under the new id, partly after its response. FORK=missing: it
// claims the capability but lacks the method; FORK=same: it returns the original session; FORK=none: it doesn't claim
// it. On `token`, says the token of its session's server.
import { initialized, type JsonObject, pause, textOf, Wire, WireError } from './wire.ts'

const kind = process.env.FORK
const sessions = new Map<string, string[]>()
const servers = new Map<string, string>()
let count = 0
function begin(prompts: string[], { mcpServers }: JsonObject): string {
  const sessionId = `forking-${process.pid}-${++count}`
  sessions.set(sessionId, prompts)
  servers.set(sessionId, JSON.stringify(mcpServers))
  return sessionId
}

new Wire((wire) => {
  const replay = (sessionId: string, prompt: string): void => {
    wire.update(sessionId, { sessionUpdate: 'user_message_chunk', content: { type: 'text', text: prompt } })
    wire.say(sessionId, `Replayed: ${prompt}`)
    wire.update(sessionId, { sessionUpdate: 'tool_call', toolCallId: `call ${prompt}`, title: 'Replayed call', status: 'completed' })
  }
  return {
    'initialize': initialized('forking', { sessionCapabilities: { ...kind === 'none' ? {} : { fork: {} }, additionalDirectories: {} } }),
    'session/new': params => ({ sessionId: begin([], params) }),
    'session/fork': (params) => {
      const { sessionId } = params
      if (kind === 'missing')
        throw new WireError(-32601, '"Method not found": session/fork')
      if (kind === 'same')
        return { sessionId }
      const prompts = [...sessions.get(String(sessionId)) ?? []]
      const forkedId = begin([...prompts], params)
      prompts.forEach(prompt => replay(forkedId, prompt))
      wire.update(forkedId, {
        sessionUpdate: 'available_commands_update',
        availableCommands: [{ name: 'during-the-replay', description: '' }],
      })
      void pause(100).then(() => {
        prompts.forEach(prompt => replay(forkedId, prompt))
        wire.update(forkedId, {
          sessionUpdate: 'available_commands_update',
          availableCommands: [{ name: 'after-the-replay', description: '' }],
        })
      })
      return { sessionId: forkedId }
    },
    'session/prompt': async (params) => {
      const prompts = sessions.get(String(params.sessionId))!
      const text = textOf(params)
      prompts.push(text)
      if (text === 'token')
        wire.say(params.sessionId, `<${/_TOKEN","value":"([^"]*)/.exec(servers.get(String(params.sessionId))!)?.[1]}>`)
      if (text === 'wait')
        await wire.cancelled(params.sessionId)
      wire.update(params.sessionId, {
        sessionUpdate: 'tool_call',
        toolCallId: `call ${text}`,
        title: `Call for ${text}`,
        status: 'completed',
      })
      wire.say(params.sessionId, `I heard: ${prompts.join(', ')}.`)
      return { stopReason: text === 'wait' ? 'cancelled' : 'end_turn' }
    },
  }
})
