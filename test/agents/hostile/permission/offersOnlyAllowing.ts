// Asks without an option to reject.
import { initialized, Wire } from '../../scripted/wire.ts'

new Wire(wire => ({
  'initialize': initialized('offers-only-allowing'),
  'session/new': () => ({ sessionId: `only-${process.pid}` }),
  'session/prompt': async ({ sessionId }) => {
    const chosen = await wire.askPermission(
      sessionId,
      { toolCallId: 'call', title: 'Proceed', kind: 'execute', rawInput: { command: 'make install' } },
      [
        ['once', 'Yes', 'allow_once'],
        ['always', 'Always', 'allow_always'],
      ],
    )
    wire.say(sessionId, `You chose ${chosen ?? 'nothing'}.`)
    return { stopReason: 'end_turn' }
  },
}))
