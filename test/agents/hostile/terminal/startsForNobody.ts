// Starts commands for unknown sessions, and uses foreign terminals.
import { attack } from '../attack.ts'

attack('starts-for-nobody', async ({ ask, call }) => {
  const starts = []
  for (const sessionId of ['nobody', '__proto__', '', 7, null, undefined, 'x'.repeat(300)])
    starts.push(await ask('terminal/create', { sessionId, command: 'touch made' }))
  const [others, releases] = [[] as unknown[], [] as unknown[]]
  for (const terminalId of ['nobody', '__proto__', 'constructor', '', 7, null]) {
    for (const method of ['terminal/output', 'terminal/kill', 'terminal/wait_for_exit'])
      others.push(await call(method, { terminalId }))
    releases.push(await call('terminal/release', { terminalId }))
  }
  return { starts, others, releases }
})
