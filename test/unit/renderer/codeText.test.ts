import { expect, it } from 'vitest'
import { linkTokens } from '../../../src/renderer/markdown/CodeText'

it('splits the tokens of a line where links begin and end, without losing text', () => {
  const tokens = [{ text: 'cat ', colour: 'red' }, { text: 'src/', colour: 'red' }, { text: 'a.ts;b.ts', colour: 'blue' }]
  const place = { path: '/work/src/a.ts' }
  const links = [{ start: 14, end: 22, place }, { start: 23, end: 27, place: { path: '/work/b.ts' } }]
  const pieces = linkTokens(tokens, { from: 10, links })
  expect(pieces.map(({ text, colour, link }) => [text, colour, link?.place.path, link?.isStart])).toEqual([
    ['cat ', 'red', undefined, undefined],
    ['src/', 'red', '/work/src/a.ts', true],
    ['a.ts', 'blue', '/work/src/a.ts', false],
    [';', 'blue', undefined, undefined],
    ['b.ts', 'blue', '/work/b.ts', true],
  ])
  expect(linkTokens(tokens, { from: 100, links: [] })).toEqual(tokens)
})
