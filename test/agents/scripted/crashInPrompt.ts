// Exits with code 3 in the middle of its answer, after some words on stderr, unless the prompt starts with "hello".
import { initialized, pause, textOf, Wire } from './wire.ts'

new Wire(wire => ({
  'initialize': initialized('crash-in-prompt'),
  'session/new': () => ({ sessionId: `crash-${process.pid}` }),
  'session/prompt': async (params) => {
    if (textOf(params).startsWith('hello')) {
      wire.say(params.sessionId, 'Hello to you.')
      return { stopReason: 'end_turn' }
    }
    wire.say(params.sessionId, 'I am about to')
    for (let line = 1; line <= 30; line++)
      process.stderr.write(`stderr line ${line}\n`)
    process.stderr.write('fatal: out of luck\n')
    await pause(100)
    process.exit(3)
  },
}))
