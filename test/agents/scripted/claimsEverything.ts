import type { Handler, JsonObject } from './wire.ts'
import { newSessionId, recall, remember } from './rememberedSessions.ts'
// Claims every session capability, but lacks the methods in MISSING. Counts their calls; "calls" returns the counts.
import { initialized, textOf, Wire, WireError } from './wire.ts'

const missing = (process.env.MISSING ?? '').split(' ').filter(method => method !== '')
const calls: Record<string, number> = {}
const modes = { currentModeId: 'careful', availableModes: [{ id: 'careful', name: 'Careful' }, { id: 'bold', name: 'Bold' }] }
function modeOption(currentValue: unknown): JsonObject {
  return {
    id: 'mode',
    name: 'Mode',
    category: 'mode',
    type: 'select',
    currentValue,
    options: modes.availableModes.map(({ id, name }) => ({ value: id, name })),
  }
}
const model: JsonObject = {
  id: 'model',
  name: 'Model',
  type: 'select',
  currentValue: 'small',
  options: [
    { value: 'small', name: 'Small' },
    { value: 'large', name: 'Large' },
  ],
}
const withOptions = process.env.OPTIONS === 'none' ? {} : { configOptions: [modeOption('careful'), model] }
let mode: unknown = 'careful'
let sessions = 0

new Wire((wire) => {
  const known: Record<string, Handler> = {
    'initialize': initialized('claims-everything', {
      loadSession: true,
      sessionCapabilities: { list: {}, resume: {}, close: {}, delete: {} },
    }),
    'session/new': () => ({ sessionId: `${newSessionId('claims')}-${++sessions}`, modes, ...withOptions }),
    'session/load': ({ sessionId }) => {
      for (const prompt of recall(sessionId)) {
        wire.update(sessionId, { sessionUpdate: 'user_message_chunk', content: { type: 'text', text: prompt } })
        wire.say(sessionId, `Again: ${prompt}.`)
      }
    },
    'session/resume': ({ sessionId }) => void recall(sessionId),
    'session/list': () => ({ sessions: [] }),
    'session/close': () => ({}),
    'session/delete': () => ({}),
    'session/set_mode': ({ modeId }) => void (mode = modeId),
    'session/set_config_option': ({ value }) => ({ configOptions: [modeOption(value), model] }),
    'session/prompt': (params) => {
      remember(params.sessionId, textOf(params))
      wire.say(
        params.sessionId,
        textOf(params) === 'calls'
          ? `${JSON.stringify(calls)} in mode ${String(mode)}`
          : `You said: ${textOf(params)}. That makes ${recall(params.sessionId).length}.`,
      )
      return { stopReason: 'end_turn' }
    },
  }
  const counted = (method: string): Handler => () => {
    calls[method] = (calls[method] ?? 0) + 1
    throw new WireError(-32601, `Method not found: ${method}`)
  }
  return { ...known, ...Object.fromEntries(missing.map(method => [method, counted(method)])) }
})
