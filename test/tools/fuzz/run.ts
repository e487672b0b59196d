// npm run fuzz -- [--seconds N] [--seed N] [--target NAME] [--input FILE]
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { describeFailure, type Failure, fuzz, runCorpus } from './fuzz'
import { targets } from './targets'

const { values } = parseArgs({ options: {
  seconds: { type: 'string', default: '60' },
  seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
  target: { type: 'string' },
  /** Only this input, such as one of an earlier failure; needs a target. */
  input: { type: 'string' },
} })
const seed = Number(values.seed)
const chosen = targets.filter(({ name }) => values.target === undefined || name === values.target)
if (chosen.length === 0 || !Number.isInteger(seed) || !(Number(values.seconds) > 0) || (values.input !== undefined && chosen.length > 1)) {
  console.error(
    `Choose a target of ${targets.map(({ name }) => name).join(', ')}, a whole number as seed, and some seconds; an input needs a target.`,
  )
  process.exit(2)
}

let failures = 0
console.log(`seed ${seed}`)
for (const target of chosen) {
  try {
    if (values.input !== undefined) {
      await target.run(readFileSync(values.input))
      continue
    }
    const broken = await runCorpus(target)
    const { iterations, failure } = broken
      ? { iterations: 0, failure: broken }
      : await fuzz(target, { seed, milliseconds: (Number(values.seconds) * 1000) / chosen.length })
    console.log(`${target.name.padEnd(10)} ${String(iterations).padStart(9)} iterations${failure ? '' : ', clean'}`)
    if (failure)
      reportFailure(failure)
  }
  finally {
    await target.close?.()
  }
}
process.exitCode = failures === 0 ? 0 : 1

function reportFailure(failure: Failure): void {
  failures++
  const { target, at, input } = failure
  const folder = join(import.meta.dirname, 'failures')
  mkdirSync(folder, { recursive: true })
  const file = join(folder, typeof at === 'number' ? `${target}-${seed}-${at}` : `${target}-corpus`)
  writeFileSync(file, input)
  console.error(`${describeFailure(failure, seed)}\ninput (${input.length} bytes): ${file}`)
}
