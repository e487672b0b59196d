// npm run mutants:known -- [--histories N] [--only WORDS]
// Reverts the fix of one known bug at a time, and reports what finds it.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { copyProject } from './copyProject'
import { findDetector, knownMutants } from './knownMutants'

const { values } = parseArgs({ options: { histories: { type: 'string', default: '1000' }, only: { type: 'string', default: '' } } })
const copy = copyProject(join(import.meta.dirname, '../../..'))
try {
  for (const mutant of knownMutants.filter(({ fault }) => fault.includes(values.only))) {
    const finder = findDetector(mutant, { copy, histories: Number(values.histories) })
    console.log(`${mutant.fault}\n  ${finder ?? 'NOT FOUND'}`)
    process.exitCode = finder === undefined ? 1 : process.exitCode
  }
}
finally {
  rmSync(copy, { recursive: true, force: true })
}
