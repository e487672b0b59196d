// Introduces itself with a megabyte in every field, and offers 2,000 sign-in methods, modes and options.
import { Wire } from '../../scripted/wire.ts'

const huge = 'An agent with a very long name. '.repeat(1024 * 1024 / 32)
const many = Array.from({ length: 2_000 }, (_, index) => `item-${index}`)

new Wire(wire => ({
  'initialize': () => ({
    protocolVersion: 1,
    agentInfo: { name: 'huge', title: huge, version: '1'.repeat(64 * 1024) },
    agentCapabilities: { promptCapabilities: { image: true, _meta: { padding: 'x'.repeat(1024 * 1024) } } },
    authMethods: many.map(id => ({ id, name: `Sign in by ${id}`, description: 'x'.repeat(200) })),
  }),
  'session/new': () => ({
    sessionId: `huge-${process.pid}`,
    modes: { currentModeId: 'item-0', availableModes: many.map(id => ({ id, name: id, description: 'x'.repeat(200) })) },
    configOptions: many.map(id => ({ id, name: id, type: 'select', currentValue: 'a', options: [{ value: 'a', name: 'A' }] })),
  }),
  'session/prompt': ({ sessionId }) => {
    wire.update(sessionId, { sessionUpdate: 'session_info_update', title: huge })
    wire.say(sessionId, 'That was all.')
    return { stopReason: 'end_turn' }
  },
}))
