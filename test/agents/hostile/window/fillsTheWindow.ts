// Sends content that is expensive to draw, outside of questions, chosen by the prompt.
import { initialized, pause, textOf, Wire } from '../../scripted/wire.ts'
import { heavyChoices } from './heavyChoices.ts'
import { heavyEntries } from './heavyEntries.ts'
import { heavyForms } from './heavyForms.ts'
import { many, mixed } from './lengths.ts'

new Wire(wire => ({
  'initialize': initialized(mixed(900)),
  'session/new': () => ({
    sessionId: `fills-${process.pid}`,
    modes: { currentModeId: 'm0', availableModes: many(100, index => ({ id: `m${index}`, name: mixed(900), description: mixed(8_000) })) },
  }),
  'session/prompt': async (params) => {
    const { sessionId } = params
    const name = textOf(params)
    for (const update of ({ ...heavyChoices, ...heavyEntries })[name]?.() ?? [])
      wire.update(sessionId, update)
    const form = heavyForms[name]?.()
    if (form) {
      await wire.request('elicitation/create', {
        sessionId,
        mode: 'form',
        message: form.message,
        requestedSchema: { type: 'object', ...form.schema },
      }).catch((error: { message: string }) => wire.say(sessionId, `Refused: ${error.message}`))
    }
    // The end of the turn folds its work, so it is drawn before.
    await pause(200)
    if (!form)
      wire.say(sessionId, `Done with ${name}.`)
    return { stopReason: 'end_turn' }
  },
}))
