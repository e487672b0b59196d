// Starts every session in a mode in which it doesn't ask, called LOOSE_NAME, and reports its mode in each turn.
import { initialized, Wire } from './wire.ts'

const loose = { id: process.env.LOOSE_ID ?? 'auto', name: process.env.LOOSE_NAME ?? 'Auto', description: 'Runs commands and edits files.' }
const availableModes = [{ id: 'default', name: 'Manual' }, { id: 'plan', name: 'Plan' }, loose]
/** Like Nanocoder's: options, none of which is the mode. */
const configOptions = process.env.LOOSE_OPTIONS === undefined
  ? undefined
  : [{ id: 'model', name: 'Model', category: 'model', type: 'select', currentValue: 'm1', options: [{ value: 'm1', name: 'M1' }] }]
const modeOf = new Map<unknown, string>()
let sessions = 0

new Wire(wire => ({
  'initialize': initialized('starts-unasked', { sessionCapabilities: { resume: {} } }),
  'session/new': () => {
    const sessionId = `unasked-${process.pid}-${++sessions}`
    modeOf.set(sessionId, loose.id)
    return { sessionId, modes: { currentModeId: loose.id, availableModes }, configOptions }
  },
  'session/resume': ({ sessionId }) => {
    modeOf.set(sessionId, loose.id)
    return { modes: { currentModeId: loose.id, availableModes }, configOptions }
  },
  'session/set_mode': ({ sessionId, modeId }) => {
    modeOf.set(sessionId, String(modeId))
    return {}
  },
  'session/prompt': ({ sessionId }) => {
    wire.say(sessionId, `in ${modeOf.get(sessionId)}`)
    return { stopReason: 'end_turn' }
  },
}))
