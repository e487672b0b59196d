// Starts with a byte order mark, ends lines with CRLF, writes two messages at once, and the last one without a newline.
import { initialized, type JsonObject, never, Wire } from '../../scripted/wire.ts'

function line(message: JsonObject): string {
  return JSON.stringify({ jsonrpc: '2.0', ...message })
}

process.stdout.write('\uFEFF')
new Wire(() => ({
  'initialize': (_, id) => {
    process.stdout.write(`${line({ id, result: initialized('odd-line-ends')() })}\r\n`)
    return never()
  },
  'session/new': (_, id) => {
    process.stdout.write(`${line({ id, result: { sessionId: `odd-${process.pid}` } })}\r\n\r\n`)
    return never()
  },
  'session/prompt': ({ sessionId }, id) => {
    const said = (text: string): string =>
      line({
        method: 'session/update',
        params: { sessionId, update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } } },
      })
    process.stdout.write(`${said('One, ')}\r\n\r\n${said('two.')}\r\n${line({ id, result: { stopReason: 'end_turn' } })}`, () =>
      process.exit(0))
    return never()
  },
}))
