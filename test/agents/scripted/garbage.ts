// Speaks correctly, with garbage around every message: log lines, half JSON, control bytes, arrays, unknown methods and
// updates.
import { initialized, textOf, Wire } from './wire.ts'

function noise(): void {
  process.stdout.write('npm warn deprecated something@1.0.0\n')
  process.stdout.write('{"jsonrpc":"2.0","method":\n')
  process.stdout.write(Buffer.from([0x00, 0x01, 0x1B, 0xFF, 0xFE, 0x0A, 0x0A]))
  process.stdout.write('[1,2,3]\n"text"\nnull\n42\n{}\n')
  process.stdout.write('{"jsonrpc":"2.0","method":"nobody/knows","params":{"x":1}}\n')
  process.stdout.write('{"jsonrpc":"2.0","id":"stray","result":{"to":"nothing that was asked"}}\n')
}

new Wire(wire => ({
  'initialize': () => {
    noise()
    return initialized('garbage')()
  },
  'session/new': () => {
    noise()
    return { sessionId: 'garbage-1' }
  },
  'session/prompt': (params) => {
    const { sessionId } = params
    noise()
    wire.say(sessionId, 'Through the noise: ')
    wire.update(sessionId, { sessionUpdate: 'from_the_future', payload: [1, 2, 3] })
    wire.update(sessionId, { sessionUpdate: 'agent_message_chunk', content: { type: 'hologram', data: 'x' } })
    wire.update(sessionId, { sessionUpdate: 'tool_call' })
    wire.update('somebody-else', { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'This is for another session.' } })
    noise()
    wire.say(sessionId, textOf(params))
    noise()
    return { stopReason: 'end_turn' }
  },
}))
