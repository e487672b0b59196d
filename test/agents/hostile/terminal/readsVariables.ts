// Reads the environment that its command inherits.
import { attack } from '../attack.ts'

attack('reads-variables', async ({ call }) => {
  const { terminalId } = await call('terminal/create', { command: 'env', args: ['-0'] }) as { terminalId: string }
  await call('terminal/wait_for_exit', { terminalId })
  const { output } = await call('terminal/output', { terminalId }) as { output: string }
  return { output, own: process.env.REPORT }
})
