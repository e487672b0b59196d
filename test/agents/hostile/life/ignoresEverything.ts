// Never responds to a prompt, and ignores cancel, the end of its input and SIGTERM.
import { initialized, never, Wire } from '../../scripted/wire.ts'

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'])
  process.on(signal, () => undefined)
process.exit = (() => undefined) as unknown as typeof process.exit
setInterval(() => undefined, 60_000)

new Wire(() => ({
  'initialize': initialized('ignores-everything'),
  'session/new': () => ({ sessionId: `ignores-${process.pid}` }),
  'session/prompt': never,
}))
