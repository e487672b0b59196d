// Behaves like kimi-cli: the whole shell line in `command`, without arguments, folder or environment; then waits, reads
// and releases.
import { initialized, textOf, Wire } from './wire.ts'

let calls = 0

new Wire(wire => ({
  'initialize': initialized('kimi-cli-dialect'),
  'session/new': () => ({ sessionId: 'kimi-cli-1' }),
  'session/prompt': async (params) => {
    const { sessionId } = params
    const command = textOf(params).replace(/^run /, '')
    const toolCallId = `turn/${++calls}`
    wire.update(sessionId, {
      sessionUpdate: 'tool_call',
      toolCallId,
      title: `Shell: ${command}`,
      status: 'in_progress',
      rawInput: { command },
    })
    const { terminalId } = await wire.request('terminal/create', { sessionId, command, outputByteLimit: 50_000 })
    wire.update(sessionId, { sessionUpdate: 'tool_call_update', toolCallId, content: [{ type: 'terminal', terminalId }] })
    const { exitCode } = await wire.request('terminal/wait_for_exit', { sessionId, terminalId })
    const { output } = await wire.request('terminal/output', { sessionId, terminalId })
    await wire.request('terminal/release', { sessionId, terminalId })
    wire.update(sessionId, { sessionUpdate: 'tool_call_update', toolCallId, status: exitCode === 0 ? 'completed' : 'failed' })
    wire.say(sessionId, `Exit code ${String(exitCode)}: ${String(output).trim()}`)
    return { stopReason: 'end_turn' }
  },
}))
