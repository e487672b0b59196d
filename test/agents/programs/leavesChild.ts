import { spawn } from 'node:child_process'
import { say, serve, unanswered } from './serve.ts'

// Ends while a command of its own, in another group, holds its output open.
serve({
  'session/prompt': () => {
    const command = spawn('sleep', ['600'], { detached: true, stdio: ['ignore', 'inherit', 'inherit'] })
    say('s1', String(command.pid))
    setTimeout(() => process.exit(0), 50)
    return unanswered
  },
})
