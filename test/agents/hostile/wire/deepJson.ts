// Nests its messages DEPTH levels deep: an update, a request and a tool call's input.
import { initialized, Wire } from '../../scripted/wire.ts'

const depth = Number(process.env.DEPTH)
const deep = `${'['.repeat(depth)}${']'.repeat(depth)}`
const deepObject = `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`

new Wire(wire => ({
  'initialize': initialized('deep-json'),
  'session/new': () => ({ sessionId: `deep-${process.pid}` }),
  'session/prompt': ({ sessionId }) => {
    const update = (json: string): void =>
      void process.stdout.write(
        `{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"${String(sessionId)}","update":${json}}}\n`,
      )
    update(`{"sessionUpdate":"from_the_future","deep":${deep}}`)
    update(`{"sessionUpdate":"tool_call","toolCallId":"deep","title":"Deep input","rawInput":${deepObject}}`)
    update(`{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"x"},"_meta":${deepObject}}`)
    process.stdout.write(`{"jsonrpc":"2.0","id":"deep","method":"fs/read_text_file","params":${deepObject}}\n`)
    process.stdout.write(`${deep}\n`)
    wire.say(sessionId, 'Out of the depth.')
    return { stopReason: 'end_turn' }
  },
}))
