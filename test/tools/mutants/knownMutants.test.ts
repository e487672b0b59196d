import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { knownMutants } from './knownMutants'

it.each(knownMutants)('the line is still there that closes: $fault', ({ file, from, test }) => {
  expect(readFileSync(file, 'utf8')).toContain(from)
  expect(test === undefined || existsSync(test)).toBe(true)
})
