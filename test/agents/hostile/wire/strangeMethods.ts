// Calls unknown methods, and reports the code of each response.
import { initialized, Wire, type WireError } from '../../scripted/wire.ts'

const methods = [
  'nobody/knows',
  '',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'initialize',
  'session/new',
  'session/prompt',
  'session/update',
  'session/cancel',
  'fs/read_text_file\u0000',
  'FS/READ_TEXT_FILE',
  'terminal',
  '_vendor/thing',
  'x'.repeat(100_000),
]

new Wire(wire => ({
  'initialize': initialized('strange-methods'),
  'session/new': () => ({ sessionId: `strange-${process.pid}` }),
  'session/prompt': async ({ sessionId }) => {
    const codes = methods.map((method) => {
      wire.write({ method, params: { sessionId } }) // also a notification of that name
      return wire.request(method, { sessionId }).then(() => 'served', ({ code }: WireError) => code)
    })
    wire.say(sessionId, `Codes: ${(await Promise.all(codes)).join(' ')}.`)
    return { stopReason: 'end_turn' }
  },
}))
