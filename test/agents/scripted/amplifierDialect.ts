// Behaves like Amplifier: creates a terminal, waits with its own timeout, kills slow commands, then reads and releases.
import { initialized, pause, textOf, Wire } from './wire.ts'

const limitMs = 300

new Wire(wire => ({
  'initialize': initialized('amplifier-dialect'),
  'session/new': () => ({ sessionId: 'amplifier-1' }),
  'session/prompt': async (params) => {
    const { sessionId } = params
    const line = textOf(params).replace(/^run /, '')
    const { terminalId } = await wire.request('terminal/create', { sessionId, command: 'sh', args: ['-c', line] })
    wire.update(sessionId, {
      sessionUpdate: 'tool_call',
      toolCallId: 'call-1',
      title: line,
      kind: 'execute',
      status: 'in_progress',
      content: [{ type: 'terminal', terminalId }],
    })
    const waiting = wire.request('terminal/wait_for_exit', { sessionId, terminalId })
    const isLate = await Promise.race([waiting.then(() => false), pause(limitMs).then(() => true)])
    if (isLate)
      await wire.request('terminal/kill', { sessionId, terminalId })
    // The pending wait must be answered now.
    const { exitCode, signal } = await waiting
    const { output } = await wire.request('terminal/output', { sessionId, terminalId })
    await wire.request('terminal/release', { sessionId, terminalId })
    wire.update(sessionId, { sessionUpdate: 'tool_call_update', toolCallId: 'call-1', status: isLate ? 'failed' : 'completed' })
    wire.say(
      sessionId,
      `${isLate ? 'Too slow' : 'In time'}, exit code ${String(exitCode)}, signal ${String(signal)}: ${String(output).trim()}`,
    )
    return { stopReason: 'end_turn' }
  },
}))
