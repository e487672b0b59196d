// Sends invalid responses: the prompt is JSON to put beside the id.
import { initialized, type JsonObject, never, textOf, Wire } from '../../scripted/wire.ts'

new Wire(wire => ({
  'initialize': initialized('answers-oddly'),
  'session/new': () => ({ sessionId: `oddly-${process.pid}` }),
  'session/prompt': (params, id) => {
    wire.write({ id, ...JSON.parse(textOf(params)) as JsonObject })
    return never()
  },
}))
