import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { diffFile } from '../../../src/shared/diff/fileDiff'
import { countCommonEnd, countCommonStart, findChangedPart } from '../../../src/shared/diff/textDifference'

const file = Array.from({ length: 1_000 }, (_, index) => `line ${index + 1}\n`)

it('stores a change in a large file as the lines around it, with the first line number', () => {
  const part = findChangedPart(file.join(''), file.with(499, 'other\n').join(''))
  expect(part.firstLine).toBe(497)
  expect(part.oldText.split('\n').length).toBeLessThan(10)
  expect(part.newText).toContain('line 499\nother\nline 501\n')
})

it('finds a changed part with the same changes at the same lines as the whole file', () => {
  const lines = fc.array(fc.constantFrom('a\n', 'b\n', 'c\n', '\n'), { maxLength: 30 }).map(list => list.join(''))
  fc.assert(fc.property(lines, lines, (before, after) => {
    const { oldText, newText, firstLine } = findChangedPart(before, after)
    const rest = before.split('\n').slice(0, firstLine - 1).map(line => `${line}\n`).join('')
    expect(before.startsWith(rest + oldText)).toBe(true)
    expect(after.startsWith(rest + newText)).toBe(true)
    expect(before.slice((rest + oldText).length)).toBe(after.slice((rest + newText).length))
  }))
})

it('numbers the lines of a part as in its file, or not at all if its position is unknown', () => {
  const diffAt = (place: number | 'unknown') => diffFile('a\nb', 'a\nc', place).hunks.flatMap(({ lines }) => lines)
  expect(diffAt(41).map(line => line.newNumber ?? line.oldNumber)).toEqual([41, 42, 42])
  expect(diffAt('unknown').some(line => line.newNumber !== undefined || line.oldNumber !== undefined)).toBe(false)
  expect([...diffAt(41), ...diffAt('unknown')].some(line => line.isUnterminated)).toBe(false)
})

// Around the number of characters that are compared at once.
const lengths = [0, 1, 4_095, 4_096, 4_097, 8_192, 10_000]

describe('countCommonStart and countCommonEnd', () => {
  for (const length of lengths) {
    const same = 'ab\n'.repeat(length).slice(0, length)
    it(`count ${length} characters`, () => {
      expect(countCommonStart(`${same}x and more`, `${same}y`)).toBe(length)
      expect(countCommonStart(same, `${same}more`)).toBe(length)
      expect(countCommonEnd(`more and x${same}`, `y${same}`, Infinity)).toBe(length)
      expect(countCommonEnd(same, `more${same}`, Infinity)).toBe(length)
      expect(countCommonEnd(`x${same}`, `x${same}`, length)).toBe(length)
    })
  }
})
