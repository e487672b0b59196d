// Writes empty lines endlessly, to its output and its log: millions of them a second.
import { initialized, never, Wire } from '../../scripted/wire.ts'

const lines = '\n'.repeat(64 * 1024)

function flood(stream: NodeJS.WriteStream): void {
  while (stream.write(lines))
    continue
  stream.once('drain', () => flood(stream))
}

new Wire(() => ({
  'initialize': initialized('empty-lines'),
  'session/new': () => ({ sessionId: `empty-${process.pid}` }),
  'session/prompt': () => {
    flood(process.stdout)
    flood(process.stderr)
    return never()
  },
}))
