// Lets a command print 100 megabytes, and asks for all of it.
import { attack } from '../attack.ts'

attack('prints-a-lot', async ({ call }) => {
  const sizes: number[] = []
  for (const outputByteLimit of [undefined, 2 ** 40, 0]) {
    const { terminalId } = (await call('terminal/create', { command: 'head -c 100000000 /dev/zero | tr "\\0" x', outputByteLimit })) as {
      terminalId: string
    }
    await call('terminal/wait_for_exit', { terminalId })
    const { output, truncated } = await call('terminal/output', { terminalId }) as { output: string, truncated: boolean }
    await call('terminal/release', { terminalId })
    sizes.push(truncated ? output.length : -1)
  }
  return { sizes }
})
