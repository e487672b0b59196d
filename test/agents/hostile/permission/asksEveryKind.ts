// Asks one question for each kind of option at once, and reports the answers.
import { initialized, Wire } from '../../scripted/wire.ts'

const kinds = ['allow_once', 'allow_always', 'reject_once', 'reject_always']

new Wire(wire => ({
  'initialize': initialized('asks-every-kind'),
  'session/new': () => ({ sessionId: `kinds-${process.pid}` }),
  'session/prompt': async ({ sessionId }) => {
    await Promise.all(kinds.map(async (kind) => {
      const chosen = await wire.askPermission(
        sessionId,
        { toolCallId: kind, title: `Do it (${kind})`, kind: 'execute', rawInput: { command: `touch ${kind}` } },
        [[kind, 'Go on', kind]],
      )
      wire.say(sessionId, `${kind}: ${chosen ?? 'cancelled'}\n\n`)
    }))
    return { stopReason: 'end_turn' }
  },
}))
