import { expect, it } from 'vitest'
import { foldEmptyRuns } from '../../../src/renderer/text/foldEmptyRuns'

it('replaces a run of blank lines by one mark, whatever blanks they contain', () => {
  expect(foldEmptyRuns(`npm test${'\n'.repeat(60)}touch M`)).toBe('npm test\n⟨59 blank lines⟩\ntouch M')
  expect(foldEmptyRuns(`npm test${'\r\n'.repeat(60)}  touch M`)).toBe('npm test\r\n⟨59 blank lines⟩\n  touch M')
  expect(foldEmptyRuns(`a${' \n\t\n\u3000\n\u00A0'.repeat(10)}\nb`)).toBe('a \n⟨30 blank lines⟩\nb')
  expect(foldEmptyRuns(`a${'\n\u2800\u2800'.repeat(30)}\nb`)).toBe('a\n⟨30 blank lines, 60 invisible characters⟩\nb')
  expect(foldEmptyRuns(`${'\n'.repeat(9)}b${'\n'.repeat(9)}`)).toBe('⟨9 blank lines⟩\nb\n⟨9 blank lines⟩')
  expect(foldEmptyRuns('\n'.repeat(100))).toBe('⟨101 blank lines⟩')
})

it('replaces a run of invisible characters or blanks by one mark', () => {
  const characters = ['\u200B', '\u2800', '\u3164', '\u{E0041}', '\uFE0F', '\u2028', '\u{1BCA0}', '\u{13430}', '\uE000']
  for (const character of characters)
    expect(foldEmptyRuns(`ls ${character.repeat(300)} touch M`)).toBe('ls⟨300 invisible characters⟩touch M')
  expect(foldEmptyRuns(`ls${'\u200B\u200C '.repeat(100)};x`)).toBe('ls⟨200 invisible characters⟩;x')
  expect(foldEmptyRuns(`ls${' '.repeat(5_000)};x`)).toBe('ls⟨5000 blanks⟩;x')
})

it('keeps ordinary text unchanged', () => {
  const texts = ['a\n\n\nb', 'if x:\n        y\r\n', '👩‍👩‍👧 ok', 'a\u200Bb', `${' '.repeat(40)}// aligned`, '', 'a\r\nb\r\n']
  expect(texts.map(foldEmptyRuns)).toEqual(texts)
})
