// Requests a file, a command and a permission before it responds to `initialize`, and later reports the error codes.
import { initialized, Wire } from '../../scripted/wire.ts'

const folder = process.cwd()
const requests: readonly (readonly [method: string, params: Record<string, unknown>])[] = [
  ['fs/write_text_file', { path: `${folder}/early.txt`, content: 'x' }],
  ['terminal/create', { command: `touch ${folder}/early-command.txt` }],
  ['session/request_permission', { toolCall: { toolCallId: 't' }, options: [{ optionId: 'a', name: 'A', kind: 'allow_once' }] }],
]
const answers: Promise<string>[] = []

new Wire(wire => ({
  'initialize': async () => {
    for (const [method, params] of requests) {
      answers.push(
        wire.request(method, { sessionId: `early-${process.pid}`, ...params }).then(
          () => 'served',
          (error: Error) => error.message,
        ),
      )
    }
    await Promise.all(answers)
    return initialized('asks-first')()
  },
  'session/new': () => ({ sessionId: `early-${process.pid}` }),
  'session/prompt': async ({ sessionId }) => {
    wire.say(sessionId, (await Promise.all(answers)).join('; '))
    return { stopReason: 'end_turn' }
  },
}))
