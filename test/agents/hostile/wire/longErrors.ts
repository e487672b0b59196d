// Answers its prompts with errors of 20 MB, in the message and in what belongs to it.
import { initialized, Wire, WireError } from '../../scripted/wire.ts'

const long = 'It went wrong. '.repeat(20 * 1024 * 1024 / 15)

new Wire(() => ({
  'initialize': initialized('long-errors'),
  'session/new': () => ({ sessionId: `errors-${process.pid}` }),
  'session/prompt': () => {
    throw new WireError(-32603, long, { details: long, parts: Array.from({ length: 100_000 }, (_, index) => ({ index })) })
  },
}))
