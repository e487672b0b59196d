// Creates a terminal like older agents: sends the environment as a map and calls terminal/waitForExit, the method's old
// name; falls back and reports what worked.
import { initialized, textOf, Wire } from './wire.ts'

new Wire(wire => ({
  'initialize': initialized('env-map'),
  'session/new': () => ({ sessionId: 'env-1' }),
  'session/prompt': async (params) => {
    const { sessionId } = params
    const command = textOf(params).replace(/^run /, '') || 'echo "$GREETING"'
    try {
      const { terminalId } = await wire.request('terminal/create', { sessionId, command, env: { GREETING: 'from the map' } })
      wire.update(sessionId, {
        sessionUpdate: 'tool_call',
        toolCallId: 'call-1',
        title: command,
        kind: 'execute',
        status: 'in_progress',
        rawInput: { command },
        content: [{ type: 'terminal', terminalId }],
      })
      const { exitCode } = await wire.request('terminal/waitForExit', { sessionId, terminalId })
      const { output } = await wire.request('terminal/output', { sessionId, terminalId })
      await wire.request('terminal/release', { sessionId, terminalId })
      wire.update(sessionId, { sessionUpdate: 'tool_call_update', toolCallId: 'call-1', status: 'completed' })
      wire.say(sessionId, `Exit code ${String(exitCode)}, ${String(output).trim().length} characters.`)
    }
    catch (error) {
      wire.say(sessionId, `It did not work: ${(error as Error).message}`)
    }
    return { stopReason: 'end_turn' }
  },
}))
