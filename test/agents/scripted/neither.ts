// Can neither load nor resume: its sessions end with the process.
import { initialized, textOf, Wire, WireError } from './wire.ts'

const prompts = new Map<unknown, number>()

new Wire(wire => ({
  'initialize': initialized('neither'),
  'session/new': () => {
    const sessionId = `neither-${process.pid}-${prompts.size + 1}`
    prompts.set(sessionId, 0)
    return { sessionId }
  },
  'session/prompt': (params) => {
    const count = prompts.get(params.sessionId)
    if (count === undefined)
      throw new WireError(-32002, `Resource not found: ${String(params.sessionId)}`)
    prompts.set(params.sessionId, count + 1)
    wire.say(params.sessionId, `You said: ${textOf(params)}. That makes ${count + 1}.`)
    return { stopReason: 'end_turn' }
  },
}))
