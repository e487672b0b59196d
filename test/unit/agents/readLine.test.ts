import fc from 'fast-check'
import { expect, it } from 'vitest'
import { findLineFault } from '../../../src/main/agents/wire/readLine'

/** Padding beyond the length from which parts are counted. */
const long = `"${'x'.repeat(1024 * 1024)}"`

it('detects nesting of more than 256 levels, ignoring strings', () => {
  const level = fc.constantFrom('{"a":', '[', '["]}",', '{"\\"{[":')
  fc.assert(fc.property(fc.array(level, { minLength: 250, maxLength: 262 }), (levels) => {
    const closing = levels.toReversed().map(open => open.startsWith('{') ? '}' : ']').join('')
    const line = `${levels.join('')}${long}${closing}`
    expect(findLineFault(line)).toBe(levels.length > 256 ? 'too deeply nested' : undefined)
    expect(() => void JSON.parse(line)).not.toThrow()
  }), { numRuns: 50 })
})

it('detects more than a million parts, ignoring commas in strings', () => {
  expect(findLineFault(`[${'0,'.repeat(1_000_001)}0]`)).toBe('made of too many parts')
  expect(findLineFault(`[${'{},'.repeat(600_000)}0]`)).toBe('made of too many parts')
  expect(findLineFault(`[${'0,'.repeat(900_000)}0]`)).toBeUndefined()
  expect(findLineFault(`["${'\\\\",[{",\\"'.repeat(2)},${',{['.repeat(1_000_000)}"]`)).toBeUndefined()
})
