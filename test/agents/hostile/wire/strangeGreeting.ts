// Responds to `initialize` with the JSON in GREETING, and to `session/new` with that in SESSION.
import { never, Wire } from '../../scripted/wire.ts'

const { GREETING = '{"protocolVersion":1,"agentCapabilities":{}}', SESSION = `{"sessionId":"greeted-${process.pid}"}` } = process.env

new Wire(wire => ({
  'initialize': (_, id) => answer(id, GREETING),
  'session/new': (_, id) => answer(id, SESSION),
  'session/prompt': ({ sessionId }) => {
    wire.say(sessionId, 'Well met.')
    return { stopReason: 'end_turn' }
  },
}))

function answer(id: unknown, json: string): Promise<never> {
  process.stdout.write(`{"jsonrpc":"2.0","id":${String(id)},"result":${json}}\n`)
  return never()
}
