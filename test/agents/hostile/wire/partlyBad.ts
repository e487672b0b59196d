// Sends updates with one invalid part each.
import { initialized, Wire } from '../../scripted/wire.ts'

const text = (text: string): Record<string, unknown> => ({ type: 'content', content: { type: 'text', text } })

new Wire(wire => ({
  'initialize': initialized('partly-bad'),
  'session/new': () => ({
    sessionId: `partly-${process.pid}`,
    modes: { currentModeId: 'ask', availableModes: [{ id: 'ask', name: 'Ask' }, { id: 7 }] },
  }),
  'session/prompt': ({ sessionId }) => {
    wire.update(sessionId, {
      sessionUpdate: 'tool_call',
      toolCallId: 'mixed',
      title: 'Mixed',
      kind: ['read'],
      status: 'completed',
      content: [text('good'), { type: 'diff', path: 7 }, null, 'bare', { type: 'hologram', data: 1 }],
      locations: [{ path: '/good.ts', line: 'x' }, 7],
    })
    wire.update(sessionId, {
      sessionUpdate: 'plan',
      entries: [{ content: 'good step', priority: 'urgent', status: 'soon' }, { priority: 'low' }, null],
    })
    wire.update(sessionId, {
      sessionUpdate: 'available_commands_update',
      availableCommands: [{ name: 'good', description: 7, input: 'x' }, { name: 7 }],
    })
    wire.update(sessionId, {
      sessionUpdate: 'config_option_update',
      configOptions: [
        { id: 'good', name: 'Good', type: 'boolean', currentValue: true },
        { id: 'bad', name: 'Bad', type: 'slider' },
      ],
    })
    wire.update(sessionId, { sessionUpdate: 'usage_update', used: 5, size: 10, cost: 'much' })
    wire.update(sessionId, {
      sessionUpdate: 'agent_message_chunk',
      content: { type: 'text', text: 'good words' },
      messageId: 7,
      _meta: 'x',
    })
    return { stopReason: 'end_turn' }
  },
}))
