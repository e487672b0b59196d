import { expect, it } from 'vitest'
import { visibleName } from '../../../src/renderer/text/visibleText'

it('makes a line of a name of a megabyte, whatever it consists of, at once', () => {
  for (const character of [' ', '\n', '\u202E', 'x']) {
    const line = visibleName(character.repeat(1_000_000))
    expect([...line].length).toBeLessThanOrEqual(80)
    expect(line.endsWith('…')).toBe(true)
  }
})

it('leaves a short name whole, on one line and with what is hidden written out', () => {
  expect(visibleName('a\n b\u202E')).toBe('a ⏎ b⟨U+202E⟩')
})
