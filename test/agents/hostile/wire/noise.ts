// Writes what package managers, loggers and confused programs print between its messages: text, blanks, half JSON,
// other protocols.
import { initialized, Wire } from '../../scripted/wire.ts'

const noise = [
  'npm warn deprecated left-pad@1.0.0',
  '',
  '   ',
  '\t',
  'Content-Length: 42',
  '',
  'null',
  '42',
  '-1e999',
  'true',
  '"text"',
  '{',
  '}',
  '{"half":',
  '[',
  '[]',
  '{}',
  '{"jsonrpc":"2.0"',
  '{"jsonrpc":"1.0","method":"session/update"}',
  '{"jsonrpc":"2.0"}',
  '{"jsonrpc":"2.0","id":null}',
  '{"jsonrpc":"2.0","method":7}',
  '{"jsonrpc":"2.0","result":1}',
  '{"jsonrpc":"2.0","method":"session/update"}',
  '{"jsonrpc":"2.0","method":"session/update","params":[]}',
  '{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"x","update":{}}}',
  '{"jsonrpc":"2.0","method":"elicitation/complete","params":5}',
  '{"jsonrpc":"2.0","method":"$/cancel_request","params":null}',
  '\u0000\u0001\u0002',
  '\x1B[31mred\x1B[0m',
  '\uFEFF',
]

function make(): void {
  process.stdout.write(`${noise.join('\n')}\n`)
  process.stdout.write(Buffer.from([0xC3, 0x28, 0xFF, 0xFE, 0x0A])) // not UTF-8
}

make()
new Wire(wire => ({
  'initialize': () => {
    make()
    return initialized('noise')()
  },
  'session/new': () => {
    make()
    return { sessionId: `noise-${process.pid}` }
  },
  'session/prompt': ({ sessionId }) => {
    make()
    wire.say(sessionId, 'Still ')
    make()
    wire.say(sessionId, 'here.')
    return { stopReason: 'end_turn' }
  },
}))
