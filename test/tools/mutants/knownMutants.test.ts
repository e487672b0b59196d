import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { knownMutants } from './knownMutants'

it.each(knownMutants)('the line that prevents this still exists: $fault', ({ file, from, test }) => {
  expect(readFileSync(file, 'utf8')).toContain(from)
  expect(test === undefined || existsSync(test)).toBe(true)
})
