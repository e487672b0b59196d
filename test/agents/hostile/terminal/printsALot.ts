// Lets a command print MEGABYTES, and asks for all of it.
import { attack } from '../attack.ts'

const bytes = Number(process.env.MEGABYTES) * 1_000_000

attack('prints-a-lot', async ({ call }) => {
  const sizes: number[] = []
  for (const outputByteLimit of [undefined, 2 ** 40, 0]) {
    const command = `head -c ${bytes} /dev/zero | tr "\\0" x`
    const { terminalId } = await call('terminal/create', { command, outputByteLimit }) as { terminalId: string }
    await call('terminal/wait_for_exit', { terminalId })
    const { output, truncated } = await call('terminal/output', { terminalId }) as { output: string, truncated: boolean }
    await call('terminal/release', { terminalId })
    sizes.push(truncated ? output.length : -1)
  }
  return { sizes }
})
