// Starts commands that do not want to end, ends them as a client does, and looks for what is left.
import { execFileSync } from 'node:child_process'
import { attack } from '../attack.ts'

const commands: Record<string, string> = {
  'ignores TERM': 'trap "" TERM HUP INT; echo ready; while :; do sleep 7654321; done',
  'in the background': 'sleep 7654321 & (sleep 7654321 & sleep 7654321) & echo ready; wait',
  'with nohup': 'nohup sleep 7654321 >/dev/null 2>&1 & echo ready; sleep 7654321',
  'in a session of its own': 'setsid sh -c \'trap "" TERM HUP; setsid sleep 7654321; sleep 7654321\' & echo ready; sleep 7654321',
  'left by all its parents': '(setsid sh -c \'(sleep 7654321 &)\' &) ; sleep 0.2; echo ready; sleep 7654321',
  'without the mark': 'env -i setsid sleep 7654321 & env -i sh -c \'trap "" TERM; sleep 7654321\' & echo ready; wait',
  'stopped': 'sleep 7654321 & kill -STOP $!; echo ready; wait',
  'multiplying': 'spawn() { sleep 7654321 & }; trap "spawn; spawn" TERM; echo ready; while :; do sleep 0.1; spawn; done',
}

attack('clings-to-life', async ({ call }) => {
  const report: Record<string, { tookMs: number, left: number, exit: unknown }> = {}
  for (const [name, command] of Object.entries(commands)) {
    for (const method of ['terminal/kill', 'terminal/release']) {
      const { terminalId } = await call('terminal/create', { command }) as { terminalId: string }
      const waiting = call('terminal/wait_for_exit', { terminalId })
      for (let output = ''; !output.includes('ready');)
        output = (await call('terminal/output', { terminalId }) as { output: string }).output
      const startedAt = performance.now()
      await call(method, { terminalId })
      const exit = await waiting
      report[`${method} ${name}`] = { tookMs: Math.round(performance.now() - startedAt), left: sleepers().length, exit }
    }
  }
  return report
})

function sleepers(): string[] {
  return execFileSync('ps', ['-eo', 'stat=,args='], { encoding: 'utf8' })
    .split('\n')
    .filter(line => line.includes('sleep 7654321') && !line.startsWith('Z') && !line.includes('ps -eo'))
}
