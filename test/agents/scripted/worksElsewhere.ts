// Has its own tools. Appends its first requests to the file `asked` in SCRIPTED_STATE.
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { initialized, type JsonObject, Wire } from './wire.ts'

function note(params: JsonObject): void {
  appendFileSync(join(process.env.SCRIPTED_STATE!, 'asked'), `${JSON.stringify(params)}\n`)
}

new Wire(wire => ({
  'initialize': (params) => {
    note(params)
    return initialized('elsewhere', { mcpCapabilities: { http: true } })()
  },
  'session/new': (params) => {
    note(params)
    return { sessionId: 'there' }
  },
  'session/prompt': async ({ sessionId }) => {
    const toolCall = { toolCallId: 'run', title: 'ls', kind: 'execute', status: 'pending', rawInput: { command: 'ls' } }
    wire.update(sessionId, { sessionUpdate: 'tool_call', ...toolCall })
    wire.say(sessionId, String(await wire.askPermission(sessionId, toolCall, [['yes', 'Yes', 'allow_once']])))
    return { stopReason: 'end_turn' }
  },
}))
