// Offers options of unknown kinds, too many options, and two with one id.
import { initialized, Wire } from '../../scripted/wire.ts'

const offers: readonly (readonly (readonly [string, string, string])[])[] = [
  [['a', 'Go', 'allow_forever'], ['b', 'No', 'reject_once']],
  Array.from({ length: 9 }, (_, index) => [`${index}`, `Option ${index}`, 'allow_once'] as const),
  [['same', 'Yes', 'allow_once'], ['same', 'No', 'reject_once']],
  [],
]

new Wire(wire => ({
  'initialize': initialized('invents-kinds'),
  'session/new': () => ({ sessionId: `invents-${process.pid}` }),
  'session/prompt': async ({ sessionId }) => {
    for (const options of offers) {
      await wire
        .askPermission(sessionId, { toolCallId: 'call', title: 'Go on', kind: 'execute', rawInput: { command: 'ls' } }, options)
        .then(
          chosen => wire.say(sessionId, `chosen: ${chosen ?? 'nothing'}\n\n`),
          (error: Error) => wire.say(sessionId, `refused: ${error.message}\n\n`),
        )
    }
    return { stopReason: 'end_turn' }
  },
}))
