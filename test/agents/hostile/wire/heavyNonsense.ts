// Sends invalid requests of 4 MB: without a method, with parameters of the wrong type, with an unknown method.
import { initialized, type JsonObject, Wire } from '../../scripted/wire.ts'

const big = 'x'.repeat(4 * 1024 * 1024)
const questions: readonly JsonObject[] = [
  { method: 7, params: { big } },
  { method: 'fs/read_text_file', params: big },
  { method: '_nobody/knows', params: { big } },
]

new Wire(wire => ({
  'initialize': initialized('heavy-nonsense'),
  'session/new': () => ({ sessionId: `nonsense-${process.pid}` }),
  'session/prompt': async ({ sessionId }) => {
    for (const [index, question] of questions.entries()) {
      wire.write({ id: `nonsense-${index}`, ...question })
      if (process.stdout.writableNeedDrain)
        await new Promise(resolve => process.stdout.once('drain', resolve))
    }
    wire.say(sessionId, 'All asked.')
    return { stopReason: 'end_turn' }
  },
}))
