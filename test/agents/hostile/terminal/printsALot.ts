// Lets a command print MEGABYTES, and requests all of it; two others print a tenth of that.
import { attack } from '../attack.ts'

const bytes = Number(process.env.MEGABYTES) * 1_000_000

attack('prints-a-lot', async ({ call }) => {
  const sizes: number[] = []
  for (const [outputByteLimit, printed] of [[undefined, bytes / 10], [2 ** 40, bytes], [0, bytes / 10]]) {
    const command = `head -c ${printed} /dev/zero | tr "\\0" x`
    const { terminalId } = await call('terminal/create', { command, outputByteLimit }) as { terminalId: string }
    await call('terminal/wait_for_exit', { terminalId })
    const { output, truncated } = await call('terminal/output', { terminalId }) as { output: string, truncated: boolean }
    await call('terminal/release', { terminalId })
    sizes.push(truncated ? output.length : -1)
  }
  return { sizes }
})
