import { expect, it } from 'vitest'
import { splitByMarks } from '../../../../src/renderer/components/search/splitByMarks'

it('splits a text at its marks, even invalid ones, and writes out misleading characters', () => {
  expect(splitByMarks({ text: 'the key\u202E <b>', marks: [[4, 7]] })).toEqual([
    { text: 'the ', isMark: false },
    { text: 'key', isMark: true },
    { text: '⟨U+202E⟩ <b>', isMark: false },
  ])
  expect(splitByMarks({ text: 'abc', marks: [[0, 2], [1, 9], [-3, 1]] }).map(({ text }) => text).join('')).toBe('abc')
})
