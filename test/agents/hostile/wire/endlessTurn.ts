// Starts 22,000 tool calls in one turn, then asks for permission, writes a file and runs a command; starts a few more
// in the next turn.
import { initialized, type JsonObject, Wire } from '../../scripted/wire.ts'

let turns = 0

new Wire(wire => ({
  'initialize': initialized('endless-turn'),
  'session/new': () => ({ sessionId: `endless-${process.pid}` }),
  'session/prompt': async ({ sessionId }) => {
    const count = turns++ === 0 ? 22_000 : 3
    for (let index = 0; index < count; index++) {
      wire.update(sessionId, {
        sessionUpdate: 'tool_call',
        toolCallId: `call-${turns}-${index}`,
        title: `Call ${index}`,
        status: 'in_progress',
      })
    }
    const asked = await wire.askPermission(sessionId, { toolCallId: 'ask', title: 'More' }, [['yes', 'Yes', 'allow_once']])
    const tried = async (method: string, params: JsonObject): Promise<string> =>
      wire.request(method, { sessionId, ...params }).then(
        () => 'done',
        (error: Error) => error.message,
      )
    const written = await tried('fs/write_text_file', { path: `${process.cwd()}/endless-${turns}.txt`, content: 'x' })
    wire.say(sessionId, `Asked: ${String(asked)}. Written: ${written}.`)
    return { stopReason: count > 3 && asked === undefined && written !== 'done' ? 'max_turn_requests' : 'end_turn' }
  },
}))
