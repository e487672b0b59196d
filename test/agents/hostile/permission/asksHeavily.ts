// Asks questions that are expensive to draw, chosen by the prompt.
import { initialized, textOf, Wire } from '../../scripted/wire.ts'
import { heavyCalls } from './heavyCalls.ts'

new Wire(wire => ({
  'initialize': initialized('asks-heavily'),
  'session/new': () => ({ sessionId: `heavy-${process.pid}` }),
  'session/prompt': async (params) => {
    const name = textOf(params)
    const call = { toolCallId: name, title: name, ...heavyCalls[name] }
    wire.update(params.sessionId, { sessionUpdate: 'tool_call', status: 'pending', ...call })
    // Everything known about a call belongs to the question, however little the request contains.
    const asked = name === 'knownCall' ? { toolCallId: name } : call
    await wire.askPermission(params.sessionId, asked, [['no', 'No', 'reject_once'], ['yes', 'Yes', 'allow_once']])
    wire.say(params.sessionId, 'Done.')
    return { stopReason: 'end_turn' }
  },
}))
