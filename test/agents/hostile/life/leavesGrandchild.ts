// Dies in the middle of a prompt; its child keeps running, ignores SIGTERM and holds the pipe open.
import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { initialized, never, Wire } from '../../scripted/wire.ts'

new Wire(() => ({
  'initialize': initialized('leaves-grandchild'),
  'session/new': () => ({ sessionId: `grandchild-${process.pid}` }),
  'session/prompt': () => {
    const child = spawn('/bin/sh', ['-c', 'trap "" TERM HUP; while :; do sleep 1; done'], {
      stdio: ['inherit', 'inherit', 'inherit'],
      detached: true,
    })
    writeFileSync('grandchild.txt', String(child.pid))
    process.exit(3)
    return never()
  },
}))
