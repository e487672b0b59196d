import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fitsPattern } from '../../../src/renderer/components/elicitation/fieldError'

it('a field\'s pattern matches the same texts as in the browser', () => {
  const atom = fc.constantFrom(
    'a',
    '\\b',
    'b',
    '.',
    '\\d',
    '[ab]',
    '[^a\\]]',
    '\\.',
    '\\(',
    '\\\\',
    '\\u0061',
    '\\u{1F600}',
    '\\p{L}',
    '^',
    '$',
    '😀',
  )
  const { pattern } = fc.letrec<{ pattern: string, piece: string }>(tie => ({
    pattern: fc.array(tie('piece'), { maxLength: 4 }).map(pieces => pieces.join('')),
    piece: fc.oneof(
      { maxDepth: 3 },
      atom,
      atom.chain(one =>
        ['^', '$', '\\b'].includes(one)
          ? fc.constant(one)
          : fc.constantFrom('*', '+', '?', '*?', '{2}', '{1,}', '{0,2}', '{1,2}?').map(sign => one + sign),
      ),
      fc
        .tuple(tie('pattern'), tie('pattern'), fc.constantFrom('', '*', '+', '{1,2}'))
        .map(([one, other, sign]) => `(${one}|${other})${sign}`),
      tie('pattern').map(one => `(?:${one})?`),
    ),
  }))
  const text = fc.array(fc.constantFrom('a', 'b', '1', '.', '\\', ']', '😀', '\n'), { maxLength: 6 }).map(characters => characters.join(''))
  // Longer texts are not tested.
  fc.assert(fc.property(pattern.filter(({ length }) => length <= 500), text, (pattern, text) => {
    expect(fitsPattern(pattern, text)).toBe(new RegExp(pattern, 'u').test(text))
  }), { numRuns: 800 })
})

it('a field\'s pattern can have named groups', () => {
  expect(fitsPattern('^(?<year>\\d{4})-(?<month>\\d\\d)$', '2026-11')).toBe(true)
})

it.each([
  ['^(a+)+$', `${'a'.repeat(2000)}!`],
  ['^(a|a)*$', `${'a'.repeat(2000)}!`],
  ['^(.*)*(.*)*(.*)*x$', 'y'.repeat(2000)],
  ['(a*)*b', 'a'.repeat(2000)],
  ['^(a|aa|aaa)+$', `${'a'.repeat(2000)}!`],
])('detects within a moment that %s does not match', (pattern, text) => {
  expect(fitsPattern(pattern, text)).toBe(false)
})

it.each([
  ['(', 'x'],
  ['(?=a)b', 'b'],
  ['(?<=a)b', 'ab'],
  ['(a)\\1', 'aa'],
  ['a{1000}{1000}', 'a'],
  ['(){999999999}', ''],
  ['((((){99999}){99999}){99999}){99999}', ''],
  ['x'.repeat(501), 'x'],
  ['x{100}'.repeat(4), 'x'],
  ['[^a]'.repeat(100), 'b'.repeat(100_000)],
])('gives no result for the unsupported or costly pattern %s', (pattern, text) => {
  expect(fitsPattern(pattern, text)).toBeUndefined()
})
