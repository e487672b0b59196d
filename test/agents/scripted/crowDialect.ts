// Behaves like Crow: `bash` with `-c` and the line in the arguments, everything else left to the client.
import { initialized, textOf, Wire } from './wire.ts'

new Wire(wire => ({
  'initialize': initialized('crow-dialect'),
  'session/new': () => ({ sessionId: 'crow-1' }),
  'session/prompt': async (params) => {
    const { sessionId } = params
    const line = textOf(params).replace(/^run /, '')
    const { terminalId } = await wire.request('terminal/create', { sessionId, command: 'bash', args: ['-c', line] })
    wire.update(sessionId, {
      sessionUpdate: 'tool_call',
      toolCallId: 'crow-call',
      title: line,
      kind: 'execute',
      status: 'in_progress',
      content: [{ type: 'terminal', terminalId }],
    })
    const { exitCode } = await wire.request('terminal/wait_for_exit', { sessionId, terminalId })
    const { output } = await wire.request('terminal/output', { sessionId, terminalId })
    await wire.request('terminal/release', { sessionId, terminalId })
    wire.update(sessionId, { sessionUpdate: 'tool_call_update', toolCallId: 'crow-call', status: 'completed' })
    wire.say(sessionId, `Exit code ${String(exitCode)}: ${String(output).trim()}`)
    return { stopReason: 'end_turn' }
  },
}))
