import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { copyProject } from './copyProject'
import { findDetector, knownMutants } from './knownMutants'

/** Seeds that find the first three. Searching from the first history would take minutes. */
const seeds = [24, 4, 20]
const mutants = knownMutants.filter(({ test }) => test === undefined).slice(0, seeds.length)

it.each(mutants)('random histories find that $fault', (mutant) => {
  const copy = copyProject(join(import.meta.dirname, '../../..'))
  onTestFinished(() => rmSync(copy, { recursive: true, force: true }))
  expect(findDetector(mutant, { copy, histories: 1_000, seed: seeds[mutants.indexOf(mutant)]! })).toMatch(/^seed \d+/)
})
