// Responds to prompts with errors of a megabyte, in the message and in the data.
import { initialized, Wire, WireError } from '../../scripted/wire.ts'

const long = 'It went wrong. '.repeat(1024 * 1024 / 15)

new Wire(() => ({
  'initialize': initialized('long-errors'),
  'session/new': () => ({ sessionId: `errors-${process.pid}` }),
  'session/prompt': () => {
    throw new WireError(-32603, long, { details: long, parts: Array.from({ length: 20_000 }, (_, index) => ({ index })) })
  },
}))
