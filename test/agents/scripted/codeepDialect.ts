import type { JsonObject } from './wire.ts'
// Behaves like codeep: sends the environment as a map, calls terminal/waitForExit, and expects `exitStatus`; without
// it, runs the command again itself.
import { initialized, runShell, textOf, Wire } from './wire.ts'

let folder = '/'

new Wire(wire => ({
  'initialize': initialized('codeep-dialect'),
  'session/new': ({ cwd }) => {
    folder = String(cwd)
    return { sessionId: 'codeep-1' }
  },
  'session/prompt': async (params) => {
    const { sessionId } = params
    const command = textOf(params).replace(/^run /, '')
    const { terminalId } = await wire.request('terminal/create', { sessionId, command, env: { BY: 'codeep' }, cwd: folder })
    wire.update(sessionId, {
      sessionUpdate: 'tool_call',
      toolCallId: 'call-1',
      title: command,
      kind: 'execute',
      status: 'in_progress',
      content: [{ type: 'terminal', terminalId }],
    })
    const { exitStatus } = await wire.request('terminal/waitForExit', { sessionId, terminalId })
    await wire.request('terminal/release', { sessionId, terminalId })
    wire.update(sessionId, { sessionUpdate: 'tool_call_update', toolCallId: 'call-1', status: 'completed' })
    if (exitStatus === undefined)
      await runShell(command, folder, () => undefined)
    const { type, code } = (exitStatus ?? { type: 'unknown' }) as JsonObject
    wire.say(sessionId, `The command was ${String(type)}${code === undefined ? '' : ` with ${String(code)}`}.`)
    return { stopReason: 'end_turn' }
  },
}))
