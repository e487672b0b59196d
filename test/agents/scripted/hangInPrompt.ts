// Says one thing, then hangs: ignores session/cancel, SIGTERM and the end of its input.
import { initialized, Wire } from './wire.ts'

process.on('SIGTERM', () => process.stderr.write('ignoring SIGTERM\n'))
// The wire exits at the end of its input; this one doesn't.
process.exit = ((code: number) => void process.stderr.write(`not leaving with ${code}\n`)) as typeof process.exit
setInterval(() => undefined, 60_000)

new Wire(wire => ({
  'initialize': initialized('hang-in-prompt'),
  'session/new': () => ({ sessionId: `hang-${process.pid}` }),
  'session/prompt': async ({ sessionId }) => {
    wire.say(sessionId, 'Just a moment')
    await new Promise(() => undefined)
  },
}))
