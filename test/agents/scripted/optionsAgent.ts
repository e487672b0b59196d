// Has config options that depend on each other, and loses them with its process. Reports what it received, and sends
// the request that a prompt names.
import { initialized, type JsonObject, pause, textOf, Wire, WireError } from './wire.ts'

let model = 'small'
let effort = 'low'
let mode = 'ask'
let isVerbose = false
let handed: JsonObject = {}
let introduced: JsonObject = {}

const more = process.env.OPTIONS_NAMES === 'long' ? ' with a name that is much too long for a row' : ''
const choices = (...values: string[]) => values.map(value => ({ value, name: value.toUpperCase() + more }))
const efforts = () => model === 'big' ? ['low', 'high'] : ['low']
function options(): JsonObject[] {
  return [
    { id: 'own', name: `Own${more}`, category: '_own', type: 'select', currentValue: 'a', options: choices('a', 'b') },
    { id: 'verbose', name: `Verbose${more}`, category: 'model_config', type: 'boolean', currentValue: isVerbose },
    {
      id: 'model',
      name: `Model${more}`,
      category: 'model',
      type: 'select',
      currentValue: model,
      options: [{ group: 'all', name: 'All', options: choices('small', 'big') }],
    },
    ...(model === 'big'
      ? [{
          id: 'effort',
          name: `Effort${more}`,
          category: 'thought_level',
          type: 'select',
          currentValue: effort,
          options: choices(...efforts()),
        }]
      : []),
    { id: 'mode', name: `Mode${more}`, category: 'mode', type: 'select', currentValue: mode, options: choices('ask', 'act', 'plan') },
    { id: 'slider', name: 'Slider', type: 'range', currentValue: 5 },
  ]
}
const modes = () => ({ currentModeId: mode, availableModes: ['ask', 'act', 'plan'].map(id => ({ id, name: id.toUpperCase() })) })
function models(): JsonObject {
  const availableModels = ['small', 'big', 'sealed'].map(modelId => ({ modelId, name: modelId.toUpperCase(), description: null }))
  return { currentModelId: model, availableModels }
}
function state(): JsonObject {
  switch (process.env.OPTIONS_LEGACY) {
    case undefined:
      return { modes: modes(), configOptions: options(), models: models() }
    case 'models':
      return { modes: modes(), models: models() }
    default:
      return { modes: modes() }
  }
}

new Wire(wire => ({
  'initialize': (params) => {
    introduced = params
    return initialized('options', { sessionCapabilities: { resume: {} }, mcpCapabilities: { http: true } })()
  },
  'session/new': (params) => {
    handed = params
    return { sessionId: `options-${process.pid}-${Date.now()}`, ...state() }
  },
  'session/resume': (params) => {
    handed = params
    return state()
  },
  'session/set_mode': ({ modeId }) => void (mode = String(modeId)),
  'session/set_model': ({ modelId }) => {
    if (process.env.OPTIONS_LEGACY !== 'models')
      throw new WireError(-32601, 'Models are a config option.')
    if (modelId === 'sealed')
      throw new WireError(-32603, 'The model is sealed.')
    model = String(modelId)
  },
  'session/set_config_option': async ({ configId, value }) => {
    const option = options().find(({ id }) => id === configId)
    if (!option || (JSON.stringify(option).includes('"type":"select"') && !JSON.stringify(option).includes(`"value":"${String(value)}"`)))
      throw new WireError(-32602, `There is no ${String(configId)} "${String(value)}".`)
    await pause(20)
    if (configId === 'model')
      model = String(value)
    if (configId === 'effort')
      effort = String(value)
    if (configId === 'mode')
      mode = String(value)
    if (configId === 'verbose')
      isVerbose = value === true
    // Each model has its own effort.
    if (configId === 'model')
      effort = 'low'
    return { configOptions: options() }
  },
  'session/prompt': async (params) => {
    const { sessionId } = params
    const text = textOf(params)
    if (text === 'options')
      wire.say(sessionId, JSON.stringify({ model, effort, mode, isVerbose }))
    if (text === 'servers')
      wire.say(sessionId, `\`${JSON.stringify(handed.mcpServers)}\``)
    if (text === 'capabilities')
      wire.say(sessionId, `\`${JSON.stringify(introduced.clientCapabilities)}\``)
    if (text === 'echo stderr')
      process.stderr.write(`${JSON.stringify(handed.mcpServers)}\n`)
    if (text === 'stale') {
      wire.update(sessionId, {
        sessionUpdate: 'config_option_update',
        configOptions: options().map(option => (option.id === 'model' ? { ...option, currentValue: 'retired' } : option)),
      })
    }
    if (text === 'wait')
      await wire.cancelled(sessionId)
    if (text.includes('/')) {
      await wire
        .request(text, {
          sessionId,
          path: '/etc/hostname',
          command: 'true',
          mode: 'form',
          message: '?',
          requestedSchema: { type: 'object', properties: {} },
        })
        .then(
          result => wire.say(sessionId, `answered ${JSON.stringify(result)}`),
          (error: Error) => wire.say(sessionId, `refused: ${error.message}`),
        )
    }
    return { stopReason: text === 'wait' ? 'cancelled' : 'end_turn' }
  },
}))
