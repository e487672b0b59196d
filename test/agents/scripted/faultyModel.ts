// Reports errors of its model in the ways of real agents, by the first word of the prompt: `error` as the response,
// `say` as a message, `quiet` only on stderr. `flaky` fails the first time.
import { initialized, pause, textOf, Wire, WireError } from './wire.ts'

let tries = 0

new Wire(wire => ({
  'initialize': initialized('faulty-model', { promptCapabilities: { image: true } }),
  'session/new': () => ({ sessionId: `faulty-${process.pid}` }),
  'session/prompt': async (params) => {
    const [, word, words = ''] = /^(\w+)\b ?(.*)$/s.exec(textOf(params)) ?? []
    if (word === 'error' || (word === 'flaky' && tries++ === 0))
      throw new WireError(-32603, 'Internal error', { details: words })
    if (word === 'quiet') {
      process.stderr.write(`${words}\n`)
      await pause(100)
    }
    else {
      const kinds = (params.prompt as { type: string }[]).map(({ type }) => type)
      wire.say(params.sessionId, word === 'say' ? words : `I got ${kinds.join(' and ')}.`)
    }
    return { stopReason: 'end_turn' }
  },
}))
