// Plays random histories of changes: npm run model -- --histories N [--seed FIRST] [--stop] [--jobs PROCESSES]. Prints
// the seed and the fault of each that went wrong; with `--stop`, a process ends at its first one.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { parseArgs } from 'node:util'
import { type ModelFault, playHistories } from './modelHistory'

const { values } = parseArgs({ options: {
  histories: { type: 'string', default: '100' },
  seed: { type: 'string', default: '1' },
  stop: { type: 'boolean', default: false },
  jobs: { type: 'string', default: '1' },
} })
const [first, count, jobs] = [Number(values.seed), Number(values.histories), Number(values.jobs)]
process.exitCode = await (jobs > 1 ? playInProcesses() : play()) ? 1 : 0

/** Returns whether any history went wrong. */
async function play(): Promise<boolean> {
  const onFault = ({ seed, what }: ModelFault): void => console.log(`seed ${seed}\n  ${what.join('\n  ')}`)
  const faults = await playHistories({ first, count, stopsAtFault: values.stop, onFault })
  console.log(`${count} histories from seed ${first}: ${faults.length} went wrong`)
  return faults.length > 0
}

async function playInProcesses(): Promise<boolean> {
  const each = Math.ceil(count / jobs)
  const codes = await Promise.all(Array.from({ length: jobs }, async (_, job): Promise<unknown> => {
    const own = ['--histories', String(Math.min(each, count - job * each)), '--seed', String(first + job * each)]
    const words = [...process.execArgv, process.argv[1]!, ...own, ...values.stop ? ['--stop'] : []]
    const player = spawn(process.execPath, words, { stdio: 'inherit' })
    const [code] = await once(player, 'exit')
    return code
  }))
  return codes.some(code => code !== 0)
}
