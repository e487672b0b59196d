// Offers more values, commands and headings than a window can draw, duplicates, and a current mode that it does not
// offer.
import { initialized, type JsonObject, Wire } from '../../scripted/wire.ts'

const many = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, index) => make(index))
const values = (count: number): JsonObject[] => many(count, index => ({ value: `v${index}`, name: `V${index}` }))
function select(id: string, options: readonly JsonObject[]): JsonObject {
  return {
    id,
    name: id,
    category: 'model',
    type: 'select',
    currentValue: 'v0',
    options,
  }
}

new Wire(wire => ({
  'initialize': initialized('many-values'),
  'session/new': () => ({
    sessionId: `many-${process.pid}`,
    modes: {
      currentModeId: 'elsewhere',
      availableModes: [
        { id: 'ask', name: 'Ask' },
        { id: 'ask', name: 'Ask again' },
      ],
    },
  }),
  'session/prompt': async ({ sessionId }) => {
    wire.update(sessionId, {
      sessionUpdate: 'available_commands_update',
      availableCommands: [
        { name: 'same', description: 'first' },
        { name: 'same', description: 'second' },
        ...many(2_000, index => ({ name: `\u202Ecommand\u200B${index}\n`, description: '<img src=x>' })),
      ],
    })
    wire.update(sessionId, { sessionUpdate: 'config_option_update', configOptions: [select('one', values(3_000))] })
    wire.update(sessionId, {
      sessionUpdate: 'config_option_update',
      configOptions: many(60, index => select(`option-${index}`, values(1_000))),
    })
    wire.update(sessionId, {
      sessionUpdate: 'config_option_update',
      configOptions: [
        select(
          'grouped',
          many(500, index => ({ group: `g${index}`, name: `G${index}`, options: values(100) })),
        ),
        select('after', values(2)),
        select('after', values(3)),
        select('double', [...values(2), ...values(2)]),
      ],
    })
    wire.update(sessionId, { sessionUpdate: 'current_mode_update', currentModeId: 'nowhere' })
    wire.say(sessionId, 'That was all.')
    return { stopReason: 'end_turn' }
  },
}))
