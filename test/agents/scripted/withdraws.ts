// Sends the question that its prompt names, withdraws it once the file "withdraw" exists, and reports the answer.
import { existsSync } from 'node:fs'
import { initialized, type JsonObject, pause, textOf, Wire } from './wire.ts'

const questions: Readonly<Record<string, readonly [method: string, params: JsonObject]>> = {
  permission: [
    'session/request_permission',
    {
      toolCall: { toolCallId: 't1', title: 'Tidy up', kind: 'delete' },
      options: [
        { optionId: 'yes', name: 'Yes', kind: 'allow_once' },
        { optionId: 'no', name: 'No', kind: 'reject_once' },
      ],
    },
  ],
  form: [
    'elicitation/create',
    {
      mode: 'form',
      message: 'What is your name?',
      requestedSchema: { type: 'object', properties: { name: { type: 'string', title: 'Name' } } },
    },
  ],
  command: ['terminal/create', { command: 'touch', args: ['ran'] }],
}

new Wire(wire => ({
  'initialize': initialized('withdraws'),
  'session/new': () => ({ sessionId: `withdraws-${process.pid}` }),
  'session/prompt': async (params) => {
    const { sessionId } = params
    const [method, asked] = questions[textOf(params)] ?? questions.permission!
    const answer = wire.request(method, { sessionId, ...asked }).then(
      result => JSON.stringify(result),
      (error: Error) => `error ${error.message}`,
    )
    const isAnswered = answer.then(() => true)
    while (!existsSync('withdraw') && !await Promise.race([isAnswered, pause(10)]))
      continue
    wire.withdraw() // also after an answer, when it has no effect
    wire.say(sessionId, `Answered: ${await answer}`)
    return { stopReason: 'end_turn' }
  },
}))
