import { expect, it } from 'vitest'
import { splitText, TextParts } from '../../../src/shared/textParts'

function joinParts(parts: readonly string[]): (string | undefined)[] {
  const texts = new TextParts()
  return parts.map(part => texts.add(part))
}

it('sends a short text unchanged', () => {
  expect(splitText('{"a":1}')).toEqual(['{"a":1}'])
  expect(joinParts(['{"a":1}', '[]'])).toEqual(['{"a":1}', '[]'])
})

it('sends a long text in short parts, joined before the next text', () => {
  const text = JSON.stringify({ text: 'word '.repeat(100_000) })
  const parts = splitText(text)

  expect(Math.max(...parts.map(part => part.length))).toBeLessThanOrEqual(64 * 1024 + 1)
  expect(joinParts([...parts, '{}', ...parts]).filter(whole => whole !== undefined)).toEqual([text, '{}', text])
})

it('splits no character, wherever the parts end', () => {
  for (const before of ['', 'a']) {
    const text = JSON.stringify(before + '👋'.repeat(100_000))
    const parts = splitText(text)

    expect(parts.every(part => part.isWellFormed())).toBe(true)
    expect(joinParts(parts).at(-1)).toBe(text)
  }
})
