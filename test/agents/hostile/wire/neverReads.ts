// Requests 10 MB 2,000 times, and reads no response.
import { initialized, never, Wire } from '../../scripted/wire.ts'

new Wire(wire => ({
  'initialize': initialized('never-reads'),
  'session/new': () => ({ sessionId: `never-${process.pid}` }),
  'session/prompt': ({ sessionId }) => {
    process.stdin.pause()
    for (let count = 0; count < 2000; count++)
      wire.write({ id: `r${count}`, method: 'fs/read_text_file', params: { sessionId, path: `${process.cwd()}/big.txt` } })
    return never()
  },
}))
