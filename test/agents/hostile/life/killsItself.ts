// Is killed in the middle of a prompt, as by a system out of memory.
import { initialized, never, Wire } from '../../scripted/wire.ts'

new Wire(() => ({
  'initialize': initialized('kills-itself'),
  'session/new': () => ({ sessionId: `killed-${process.pid}` }),
  'session/prompt': () => {
    process.kill(process.pid, 'SIGKILL')
    return never()
  },
}))
