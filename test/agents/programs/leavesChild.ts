import { spawn } from 'node:child_process'
import { say, serve, unanswered } from './serve.ts'

// Exits while its command, in another process group, keeps its output open.
serve({
  'session/prompt': () => {
    const command = spawn('sleep', ['600'], { detached: true, stdio: ['ignore', 'inherit', 'inherit'] })
    say('s1', String(command.pid))
    setTimeout(() => process.exit(0), 50)
    return unanswered
  },
})
