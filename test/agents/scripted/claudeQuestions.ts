// Asks like claude-agent-acp 0.100: `question_n` with an unmarked `question_n_custom` beside it, nothing required,
// options with a preview. "one" asks only one question. Repeats the answers.
import { initialized, textOf, Wire } from './wire.ts'

function option(title: string, description: string, preview?: string) {
  return {
    const: title,
    title,
    description,
    ...(preview !== undefined && { _meta: { '_claude/askUserQuestionOption': { preview } } }),
  }
}
const custom = {
  type: 'string',
  title: 'Other',
  description: 'Type your own answer, or add a note to the option you chose above (optional).',
}

new Wire(wire => ({
  'initialize': initialized('claude-questions'),
  'session/new': () => ({ sessionId: `questions-${process.pid}` }),
  'session/prompt': async (params) => {
    const { sessionId } = params
    wire.update(sessionId, {
      sessionUpdate: 'tool_call',
      toolCallId: 'toolu_1',
      title: 'Asking the user',
      kind: 'other',
      status: 'in_progress',
      content: [{ type: 'content', content: { type: 'text', text: 'Which parser should I keep?' } }],
    })
    const { action, content } = await wire.request('elicitation/create', {
      sessionId,
      mode: 'form',
      toolCallId: 'toolu_1',
      message: 'Please answer the following questions.',
      requestedSchema: {
        type: 'object',
        properties: {
          question_0: {
            type: 'string',
            title: 'Parser',
            description: 'Which parser should I keep?',
            oneOf: [
              option('Pratt', 'Short and quick', 'parse(0)\n  nud(token)'),
              option('Recursive descent', 'Plain to read', 'parseSum()\n  parseProduct()'),
            ],
          },
          question_0_custom: custom,
          ...textOf(params) !== 'one' && {
            question_1: {
              type: 'array',
              title: 'Extras',
              description: 'What else?',
              items: { anyOf: [option('Tests', 'Unit tests'), option('Docs', 'A page')] },
            },
            question_1_custom: custom,
          },
        },
      },
    })
    wire.update(sessionId, { sessionUpdate: 'tool_call_update', toolCallId: 'toolu_1', status: 'completed' })
    wire.say(sessionId, `${String(action)} ${JSON.stringify(content ?? {})}`)
    return { stopReason: 'end_turn' }
  },
}))
