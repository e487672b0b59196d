// Starts every session in its loosest mode and reports its mode. QUIRK is how it loses the mode when its session is
// resumed in a new process.
import { initialized, type JsonObject, pause, textOf, Wire, WireError } from './wire.ts'

const quirk = process.env.QUIRK ?? ''
const isOption = quirk.startsWith('option')
let mode = 'act'
let isResumed = false
let attempts = 0

const all = (): string[] => (isResumed && quirk.endsWith('gone') ? ['act'] : ['plan', 'ask', 'act'])
const names = () => all().map(id => ({ id, name: id.toUpperCase() }))
const modes = (currentModeId = mode) => ({ currentModeId, availableModes: names() })
function options(): JsonObject[] {
  return [{
    id: 'way',
    name: 'Way',
    category: 'mode',
    type: 'select',
    currentValue: mode,
    options: names().map(({ id, name }) => ({ value: id, name })),
  }, {
    id: 'auto',
    name: 'Auto approve',
    type: 'boolean',
    currentValue: isAuto,
  }]
}
let isAuto = true
function state(): JsonObject {
  if (isResumed && quirk === 'quiet')
    return {}
  if (isOption)
    return { configOptions: options() }
  if (quirk === 'both')
    return { modes: modes(), configOptions: options() }
  return { modes: modes(isResumed && quirk === 'claims' ? 'plan' : mode) }
}

new Wire((wire) => {
  const report = (sessionId: unknown): void =>
    wire.update(sessionId, { sessionUpdate: 'current_mode_update', currentModeId: mode })
  const set = (sessionId: unknown, wanted: string): void => {
    attempts++
    if (isResumed && (quirk.endsWith('refuses') || (quirk === 'refuses-once' && attempts === 1)))
      throw new WireError(-32603, 'Not now.')
    if (isResumed && quirk === 'says-first')
      report(sessionId)
    if (isResumed && quirk === 'says-later')
      setTimeout(report, 10, sessionId)
    if (!(isResumed && ['says-first', 'says-later', 'option-stays'].includes(quirk)))
      mode = wanted
    if (quirk === 'both')
      report(sessionId)
  }
  return {
    'initialize': initialized('moody', { sessionCapabilities: { resume: {} } }),
    'session/new': () => ({ sessionId: `moody-${process.pid}`, ...state() }),
    'session/resume': () => {
      isResumed = true
      if (quirk === 'new')
        throw new WireError(-32603, 'It is gone.')
      return state()
    },
    'session/set_mode': async ({ sessionId, modeId }) => {
      if (quirk === 'refuses-late') {
        await pause(100)
        throw new WireError(-32603, 'Not now.')
      }
      set(sessionId, String(modeId))
    },
    'session/set_config_option': ({ sessionId, configId, value }) => {
      if (quirk === 'both')
        throw new WireError(-32601, 'No such method')
      if (configId === 'auto')
        isAuto = value === true
      else
        set(sessionId, String(value))
      return { configOptions: options() }
    },
    'session/prompt': async (params) => {
      const text = textOf(params)
      if (text === 'exit plan') {
        mode = 'act'
        report(params.sessionId)
        await pause(5)
      }
      wire.say(params.sessionId, `${mode} ${isAuto}`)
      return { stopReason: 'end_turn' }
    },
  }
})
