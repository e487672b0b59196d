// Writes one-character lines that are not JSON, endlessly.
import { initialized, never, Wire } from '../../scripted/wire.ts'

const lines = '!\n'.repeat(32 * 1024)

new Wire(() => ({
  'initialize': initialized('short-noise'),
  'session/new': () => ({ sessionId: `noise-${process.pid}` }),
  'session/prompt': () => {
    const flood = (): void => {
      while (process.stdout.write(lines))
        continue
      process.stdout.once('drain', flood)
    }
    flood()
    return never()
  },
}))
