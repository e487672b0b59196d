// Asks like qwen-code: a permission request whose answers are expected beside the outcome. "two" asks two questions.
// Repeats the answers.
import { initialized, textOf, Wire } from './wire.ts'

const questions = [
  {
    question: 'Which colour shall it be?',
    header: 'Colour',
    multiSelect: false,
    options: [
      { label: 'Red', description: 'A warm one' },
      { label: 'Blue', description: 'A cold one' },
    ],
  },
  { question: 'What else?', header: '', multiSelect: true, options: [{ label: 'Tests' }, { label: 'Docs' }] },
]

new Wire(wire => ({
  'initialize': initialized('qwen-questions'),
  'session/new': () => ({ sessionId: `questions-${process.pid}` }),
  'session/prompt': async (params) => {
    const { sessionId } = params
    const asked = questions.slice(0, textOf(params) === 'two' ? 2 : 1)
    wire.update(sessionId, {
      sessionUpdate: 'tool_call',
      toolCallId: 'call_1',
      title: 'AskUserQuestion',
      kind: 'think',
      status: 'pending',
      rawInput: {},
    })
    const { outcome, answers } = await wire.request('session/request_permission', {
      sessionId,
      toolCall: {
        toolCallId: 'call_1',
        status: 'pending',
        title: 'Ask user 1 question',
        content: [],
        kind: 'think',
        rawInput: { questions: asked },
        _meta: { toolName: 'ask_user_question', qwenInteractionKind: 'user_question', qwenQuestions: asked },
      },
      options: [
        { optionId: 'proceed_once', name: 'Submit', kind: 'allow_once' },
        { optionId: 'cancel', name: 'Cancel', kind: 'reject_once' },
      ],
    })
    wire.update(sessionId, { sessionUpdate: 'tool_call_update', toolCallId: 'call_1', status: 'completed' })
    wire.say(sessionId, JSON.stringify({ outcome, answers }))
    return { stopReason: 'end_turn' }
  },
}))
