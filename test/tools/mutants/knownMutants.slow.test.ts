import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { copyOf } from './copyOf'
import { finderOf, knownMutants } from './knownMutants'

it.each(knownMutants.filter(({ test }) => test === undefined).slice(0, 3))('random histories find that $fault', (mutant) => {
  const copy = copyOf(join(import.meta.dirname, '../../..'))
  onTestFinished(() => rmSync(copy, { recursive: true, force: true }))
  expect(finderOf(mutant, { copy, histories: 1_000 })).toMatch(/^seed \d+/)
})
