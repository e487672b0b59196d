// Plays random histories of changes: npm run model -- --histories N [--seed FIRST] [--stop]. Prints the seed of each
// that went wrong, and what did; with `--stop`, the first ends it.
import { parseArgs } from 'node:util'
import { faultsOfHistories } from './modelHistory'

const { values } = parseArgs({ options: {
  histories: { type: 'string', default: '100' },
  seed: { type: 'string', default: '1' },
  stop: { type: 'boolean', default: false },
} })
const [first, count] = [Number(values.seed), Number(values.histories)]
const faults = await faultsOfHistories({ first, count, stopsAtFault: values.stop })
faults.forEach(({ seed, what }) => console.log(`seed ${seed}\n  ${what.join('\n  ')}`))
console.log(`${count} histories from seed ${first}: ${faults.length} went wrong`)
process.exitCode = faults.length > 0 ? 1 : 0
