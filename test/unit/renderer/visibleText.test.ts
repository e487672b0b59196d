import { expect, it } from 'vitest'
import { readableText } from '../../../src/renderer/text/readableText'
import { visibleName } from '../../../src/renderer/text/visibleText'

it('shortens a name of a megabyte to one line, whatever it contains', () => {
  for (const character of [' ', '\n', '\u202E', 'x']) {
    const line = visibleName(character.repeat(1_000_000))
    expect([...line].length).toBeLessThanOrEqual(80)
    expect(line.endsWith('…')).toBe(true)
  }
})

it('keeps a short name complete, on one line, with hidden characters written out', () => {
  expect(visibleName('a\n b\u202E')).toBe('a ⏎ b⟨U+202E⟩')
})

it('writes out unassigned, private-use and surrogate characters, but not scripts and emoji', () => {
  const shapeless = { '0378': '\u0378', 'E0B0': '\uE0B0', 'F0000': '\u{F0000}', 'FDD0': '\uFDD0', 'D800': '\uD800' }
  for (const [code, text] of Object.entries(shapeless))
    expect([visibleName(`a${text}`), readableText(`a${text}`)]).toEqual(Array.from({ length: 2 }, () => `a⟨U+${code}⟩`))
  const honest = 'é ß 漢字 かな ไทย हिन्दी עברית عربي 👩‍👩‍👧 🫨 ∑ ─│ ①'
  expect(readableText(honest)).toBe(honest)
})
