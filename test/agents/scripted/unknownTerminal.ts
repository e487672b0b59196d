// Shows a terminal that was never created, then says something, which must not be lost.
import { initialized, Wire } from './wire.ts'

new Wire(wire => ({
  'initialize': initialized('unknown-terminal'),
  'session/new': () => ({ sessionId: 'unknown-1' }),
  'session/prompt': ({ sessionId }) => {
    wire.update(sessionId, {
      sessionUpdate: 'tool_call',
      toolCallId: 'call-1',
      title: 'make it so',
      kind: 'execute',
      status: 'in_progress',
      content: [
        { type: 'terminal', terminalId: 'nobody-made-me' },
        { type: 'content', content: { type: 'text', text: 'Beside the terminal.' } },
      ],
    })
    wire.update(sessionId, { sessionUpdate: 'tool_call_update', toolCallId: 'call-1', status: 'completed' })
    wire.say(sessionId, 'After the terminal.')
    return { stopReason: 'end_turn' }
  },
}))
