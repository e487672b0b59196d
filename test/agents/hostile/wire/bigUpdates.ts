// Sends one update of each kind that exceeds Parley's limits, and asks unreadably long questions.
import { initialized, type JsonObject, Wire } from '../../scripted/wire.ts'

const many = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, index) => make(index))
const megabytes = (count: number): string => 'x'.repeat(count * 1024 * 1024)

const updates: readonly JsonObject[] = [
  { sessionUpdate: 'plan', entries: many(600, index => ({ content: `Step ${index}`, priority: 'low', status: 'pending' })) },
  {
    sessionUpdate: 'available_commands_update',
    availableCommands: many(1_100, index => ({ name: `command-${index}`, description: 'x'.repeat(100) })),
  },
  {
    sessionUpdate: 'config_option_update',
    configOptions: many(200, index => ({ id: `o${index}`, name: `Option ${index}`, type: 'boolean', currentValue: true })),
  },
  {
    sessionUpdate: 'config_option_update',
    configOptions: [
      {
        id: 'model',
        name: 'Model',
        type: 'select',
        currentValue: 'm0',
        options: many(3_000, index => ({ value: `m${index}`, name: `Model ${index}` })),
      },
    ],
  },
  { sessionUpdate: 'session_info_update', title: megabytes(1) },
  {
    sessionUpdate: 'tool_call',
    toolCallId: 'wide',
    title: `Title ${megabytes(1)}`,
    content: many(600, index => ({ type: 'content', content: { type: 'text', text: `Part ${index}` } })),
    locations: many(600, index => ({ path: `/file-${index}` })),
  },
  {
    sessionUpdate: 'tool_call',
    toolCallId: 'deep',
    title: 'Much input',
    rawInput: { parts: many(6_000, () => ({ text: 'x'.repeat(3_000) })) },
    content: [{ type: 'diff', path: '/big', oldText: megabytes(5), newText: 'small' }],
  },
  { sessionUpdate: 'agent_message_chunk', content: { type: 'image', mimeType: 'image/png', data: 'QUJD'.repeat(13 * 1024 * 1024 / 4) } },
  { sessionUpdate: 'agent_thought_chunk', content: { type: 'text', text: megabytes(5) } },
  { sessionUpdate: 'from_the_future', parts: many(12_000, index => ({ index })) },
]

new Wire(wire => ({
  'initialize': initialized('big-updates'),
  'session/new': () => ({ sessionId: `big-${process.pid}` }),
  'session/prompt': async ({ sessionId }) => {
    for (const update of updates)
      wire.update(sessionId, update)
    const asked = await wire
      .askPermission(sessionId, { toolCallId: 'ask', title: megabytes(5) }, [['yes', 'Yes', 'allow_once']])
      .catch((error: { code: number }) => error.code)
    const elicited = await wire
      .request('elicitation/create', {
        sessionId,
        mode: 'form',
        message: megabytes(5),
        requestedSchema: { type: 'object', properties: {} },
      })
      .catch((error: { code: number }) => error.code)
    const run = await wire.request('terminal/create', { sessionId, command: megabytes(1) }).catch((error: { code: number }) => error.code)
    wire.say(sessionId, `Answers: ${String(asked)} ${String(elicited)} ${String(run)}.`)
    return { stopReason: 'end_turn' }
  },
}))
