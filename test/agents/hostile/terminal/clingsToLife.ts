// Starts commands that resist termination, ends all of them like a client, and looks for survivors.
import { execFileSync } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { attack } from '../attack.ts'

/** `sleep 7654321` is a placeholder for a sleeper unique to each command. */
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

interface Ended { tookMs: number, left: number, exit: unknown }

attack('clings-to-life', async ({ call }) => {
  const end = async (method: string, template: string, sleeper: string): Promise<Ended> => {
    const command = template.replaceAll('sleep 7654321', sleeper)
    const { terminalId } = await call('terminal/create', { command }) as { terminalId: string }
    const waiting = call('terminal/wait_for_exit', { terminalId })
    for (let output = ''; !output.includes('ready'); await pause(20))
      output = (await call('terminal/output', { terminalId }) as { output: string }).output
    const startedAt = performance.now()
    await call(method, { terminalId })
    const exit = await waiting
    return { tookMs: Math.round(performance.now() - startedAt), left: running(sleeper).length, exit }
  }
  const attempts = Object.entries(commands).flatMap(([name, command]) =>
    ['terminal/kill', 'terminal/release'].map(method => ({ name, command, method })))
  return Object.fromEntries(await Promise.all(attempts.map(async ({ name, command, method }, index) =>
    [`${method} ${name}`, await end(method, command, `sleep ${7654400 + index}`)])))
})

function running(sleeper: string): string[] {
  return execFileSync('ps', ['-eo', 'stat=,args='], { encoding: 'utf8' })
    .split('\n')
    .filter(line => line.includes(sleeper) && !line.startsWith('Z'))
}
