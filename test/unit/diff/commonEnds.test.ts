import { describe, expect, it } from 'vitest'
import { commonEnd, commonStart } from '../../../src/shared/diff/textDifference'

// Around the number of characters that are compared at once.
const lengths = [0, 1, 4_095, 4_096, 4_097, 8_192, 10_000]

describe('commonStart and commonEnd', () => {
  for (const length of lengths) {
    const same = 'ab\n'.repeat(length).slice(0, length)
    it(`count ${length} characters`, () => {
      expect(commonStart(`${same}x and more`, `${same}y`)).toBe(length)
      expect(commonStart(same, `${same}more`)).toBe(length)
      expect(commonEnd(`more and x${same}`, `y${same}`, Infinity)).toBe(length)
      expect(commonEnd(same, `more${same}`, Infinity)).toBe(length)
      expect(commonEnd(`x${same}`, `x${same}`, length)).toBe(length)
    })
  }
})
