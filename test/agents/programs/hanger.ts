import { spawn } from 'node:child_process'
import { say, serve, unanswered } from './serve.ts'

// Ignores cancel, the end of its input and SIGTERM, and runs a command in its own process group.
process.on('SIGTERM', () => undefined)
setInterval(() => undefined, 1000)
const command = spawn('sleep', ['600'], { detached: true, stdio: 'ignore' })
serve({
  'session/prompt': () => {
    say('s1', String(command.pid))
    return unanswered
  },
})
