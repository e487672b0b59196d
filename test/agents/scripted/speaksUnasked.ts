// Speaks outside a turn: when its mode is set.
import { initialized, Wire } from './wire.ts'

new Wire(wire => ({
  'initialize': initialized('speaks-unasked'),
  'session/new': () => ({
    sessionId: `speaks-${process.pid}`,
    modes: { currentModeId: 'ask', availableModes: [{ id: 'ask', name: 'Ask' }, { id: 'plan', name: 'Plan' }] },
  }),
  'session/set_mode': ({ sessionId }) => wire.say(sessionId, 'By the way.'),
  'session/prompt': ({ sessionId }) => {
    wire.say(sessionId, 'Here I am.')
    return { stopReason: 'end_turn' }
  },
}))
