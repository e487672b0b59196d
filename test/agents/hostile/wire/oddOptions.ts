// Asks for permission with unreadable or invalid options.
import { initialized, type JsonObject, Wire } from '../../scripted/wire.ts'

const yes = { optionId: 'yes', name: 'Yes', kind: 'allow_once' }
const offers: readonly unknown[] = [
  Array.from({ length: 10_000 }, (_, index) => ({ ...yes, optionId: `yes-${index}` })),
  [yes, { ...yes, optionId: 'no', _meta: { much: 'x'.repeat(8 * 1024 * 1024) } }],
  [yes, yes],
  [],
  null,
  'yes',
  [null],
  [{ ...yes, optionId: 7 }, { ...yes, kind: 'allow_persistent' }],
  [{ ...yes, optionId: 'x'.repeat(100_000) }],
]

new Wire(wire => ({
  'initialize': initialized('odd-options'),
  'session/new': () => ({ sessionId: `odd-${process.pid}` }),
  'session/prompt': async ({ sessionId }) => {
    const ask = (params: JsonObject): Promise<string> =>
      wire
        .request('session/request_permission', {
          sessionId,
          toolCall: { toolCallId: 'call', title: 'Go on', kind: 'execute', rawInput: { command: 'ls' } },
          ...params,
        })
        .then(
          ({ outcome }) => JSON.stringify(outcome),
          (error: { code: number }) => String(error.code),
        )
    const answers: string[] = []
    for (const options of offers)
      answers.push(await ask({ options }))
    answers.push(await ask({ options: [yes], toolCall: { title: 'Of no call' } }))
    wire.say(sessionId, `Answers: ${answers.join(' ')}.`)
    // An invalid option does not invalidate the question, nor does an unusual name invalidate its option.
    wire.say(
      sessionId,
      `Named oddly: ${await ask({
        options: [
          null,
          { ...yes, name: 7 },
          { ...yes, optionId: 'keep', kind: 'allow_persistent' },
          { optionId: 'no', name: 'No, '.repeat(4 * 1024 * 1024), kind: 'reject_once' },
        ],
      })}.`,
    )
    return { stopReason: 'end_turn' }
  },
}))
