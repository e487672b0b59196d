import { expect, it } from 'vitest'
import { takeWithinBudget } from '../../../src/renderer/text/boundList'
import { drawnAtOnce, measureCost, measureDrawn } from '../../../src/renderer/text/drawnLength'
import { readableText } from '../../../src/renderer/text/readableText'
import { visibleText } from '../../../src/renderer/text/visibleText'

function measureRepeated(part: string): number {
  const text = part.repeat(100_000)
  return measureDrawn(text, drawnAtOnce).length
}

it('prose in any language costs about its length', () => {
  for (const words of ['word ', '漢字とかな', '한국어 ', 'Größe ', '😀 '])
    expect(measureRepeated(words)).toBeGreaterThan(drawnAtOnce - 10)
  expect(measureRepeated('привет '.repeat(20))).toBeGreaterThan(drawnAtOnce - 100)
  expect(measureRepeated('नमस्ते '.repeat(20))).toBeGreaterThan(drawnAtOnce - 100)
})

it('slowly drawn text costs more: lines, cells, alternating scripts, combining marks, escapes', () => {
  const most = { '\n': 410, '|a': 1_600, 'aא': 800, 'aп': 800, '\u0301': 450, '\u202E': 2_048, '\u{1D173}': 3_700 }
  for (const [part, length] of Object.entries(most))
    expect(measureRepeated(part), JSON.stringify(part)).toBeLessThanOrEqual(length)
})

it('splits no surrogate pair', () => {
  expect(measureDrawn('😀😀', 3)).toEqual({ length: 2, left: 0 })
})

it('cuts text that would block the window, and says how much is omitted', () => {
  for (const draw of [readableText, visibleText]) {
    expect(draw('x'.repeat(20_000))).toMatch(/^x{16384}… \(3\D616 more characters\)$/)
    expect(draw('x'.repeat(2_000))).toBe('x'.repeat(2_000))
  }
})

it('a limited list shows at least one item and at most 100, within a budget for all of them', () => {
  const items = Array.from({ length: 500 }, () => 'x'.repeat(2_000_000))
  expect(takeWithinBudget(items, drawnAtOnce, item => measureCost(item))).toHaveLength(1)
  expect(takeWithinBudget(items, drawnAtOnce, () => 0)).toHaveLength(100)
  expect(takeWithinBudget(items, Infinity, () => 0)).toBe(items)
})
