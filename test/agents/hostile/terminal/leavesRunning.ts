// Ends its turn while its commands run, one of them detached from its parents.
import { attack } from '../attack.ts'

attack('leaves-running', async ({ call }) => {
  const { terminalId } = (await call('terminal/create', {
    command: 'setsid nohup sleep 7654322 >/dev/null 2>&1 & trap "" TERM HUP; echo ready; while :; do sleep 7654322; done',
  })) as { terminalId: string }
  for (let output = ''; !output.includes('ready');)
    output = (await call('terminal/output', { terminalId }) as { output: string }).output
  return {}
})
