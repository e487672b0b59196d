// Writes lines of 100 MB: an update, a request and, on demand, the response to the prompt.
import { initialized, never, textOf, Wire } from '../../scripted/wire.ts'

const megabyte = 'x'.repeat(1024 * 1024)

/** One line in pieces, to avoid a string of 100 MB. */
async function writeLine(start: string, end: string): Promise<void> {
  process.stdout.write(start)
  for (let written = 0; written < 100; written++) {
    if (!process.stdout.write(megabyte))
      await new Promise(resolve => process.stdout.once('drain', resolve))
  }
  process.stdout.write(`${end}\n`)
}

new Wire(wire => ({
  'initialize': initialized('giant-lines'),
  'session/new': () => ({ sessionId: `giant-${process.pid}` }),
  'session/prompt': async (params, id) => {
    const { sessionId } = params
    await writeLine(
      `{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"${String(sessionId)}",`
      + '"update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"',
      '"}}}}',
    )
    wire.say(sessionId, 'After the update. ')
    await writeLine(
      `{"jsonrpc":"2.0","id":"giant","method":"fs/write_text_file","params":{"sessionId":"${String(sessionId)}",`
      + `"path":"${process.cwd()}/giant.txt","content":"`,
      '"}}',
    )
    wire.say(sessionId, 'After the request.')
    if (textOf(params) !== 'answer')
      return { stopReason: 'end_turn' }
    await writeLine(`{"jsonrpc":"2.0","id":${String(id)},"result":{"stopReason":"end_turn","text":"`, '"}}')
    return never()
  },
}))
