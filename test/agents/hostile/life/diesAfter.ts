// Has a whole conversation: question, file, command, plan, text. Is killed after DIES_AFTER messages.
import { writeSync } from 'node:fs'
import { initialized, type JsonObject, Wire } from '../../scripted/wire.ts'

let left = Number(process.env.DIES_AFTER)

class MortalWire extends Wire {
  override write(message: JsonObject): void {
    if (left-- <= 0)
      process.kill(process.pid, 'SIGKILL')
    writeSync(1, `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
    if (left === 0)
      process.kill(process.pid, 'SIGKILL')
  }
}

new MortalWire(wire => ({
  'initialize': initialized('dies-after'),
  'session/new': ({ cwd }) => {
    const sessionId = `mortal-${process.pid}`
    wire.update(sessionId, { sessionUpdate: 'available_commands_update', availableCommands: [{ name: 'die', description: String(cwd) }] })
    return { sessionId }
  },
  'session/prompt': async ({ sessionId }) => {
    wire.update(sessionId, { sessionUpdate: 'plan', entries: [{ content: 'Live', priority: 'high', status: 'in_progress' }] })
    wire.say(sessionId, 'I begin. ')
    wire.update(sessionId, {
      sessionUpdate: 'tool_call',
      toolCallId: 'run',
      title: 'sleep 60',
      kind: 'execute',
      status: 'pending',
      rawInput: { command: 'sleep 60' },
    })
    await wire.askPermission(sessionId, { toolCallId: 'run', title: 'sleep 60', kind: 'execute', rawInput: { command: 'sleep 60' } }, [
      ['yes', 'Yes', 'allow_once'],
      ['no', 'No', 'reject_once'],
    ])
    await wire.request('fs/write_text_file', { sessionId, path: `${process.cwd()}/mortal.txt`, content: 'still here' })
    const { terminalId } = await wire.request('terminal/create', { sessionId, command: 'sleep 60' })
    wire.update(sessionId, {
      sessionUpdate: 'tool_call_update',
      toolCallId: 'run',
      status: 'in_progress',
      content: [{ type: 'terminal', terminalId }],
    })
    await wire.request('terminal/output', { sessionId, terminalId })
    await wire.request('terminal/kill', { sessionId, terminalId })
    await wire.request('terminal/release', { sessionId, terminalId })
    wire.update(sessionId, { sessionUpdate: 'tool_call_update', toolCallId: 'run', status: 'completed' })
    wire.say(sessionId, 'I end.')
    return { stopReason: 'end_turn' }
  },
}))
