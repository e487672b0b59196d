// Exits with 0 in the middle of a prompt.
import { initialized, never, Wire } from '../../scripted/wire.ts'

new Wire(() => ({
  'initialize': initialized('exits-zero'),
  'session/new': () => ({ sessionId: `zero-${process.pid}` }),
  'session/prompt': () => {
    process.exit(0)
    return never()
  },
}))
