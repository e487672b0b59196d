// Closes its output in the middle of a prompt, and keeps running.
import { closeSync } from 'node:fs'
import { initialized, Wire } from '../../scripted/wire.ts'

setInterval(() => undefined, 60_000)

new Wire(() => ({
  'initialize': initialized('closes-output'),
  'session/new': () => ({ sessionId: `mute-${process.pid}` }),
  'session/prompt': () => {
    closeSync(1)
    return new Promise(() => undefined)
  },
}))
