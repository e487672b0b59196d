// Crashes in the middle of a message.
import { writeSync } from 'node:fs'
import { initialized, never, Wire } from '../../scripted/wire.ts'

new Wire(() => ({
  'initialize': initialized('partial-line'),
  'session/new': () => ({ sessionId: `partial-${process.pid}` }),
  'session/prompt': ({ sessionId }) => {
    writeSync(
      1,
      `{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"${String(sessionId)}","update":{"sessionUpdate":"agent_mess`,
    )
    process.exit(7)
    return never()
  },
}))
