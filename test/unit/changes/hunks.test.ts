import { expect, it } from 'vitest'
import { hunksOf, hunksOfLines, withHunks, withoutHunks } from '../../../src/shared/changes/hunks'
import { splitLines } from '../../../src/shared/diff/alignLines'
import { chance, randomText } from './randomTexts'

it('names neighbouring changed lines as one hunk, with its place in both texts', () => {
  expect(hunksOf('a\nb\nc\nd\n', 'a\nB\nc\nd\ne')).toEqual([
    { oldStart: 2, newStart: 2, removed: ['b\n'], added: ['B\n'] },
    { oldStart: 5, newStart: 5, removed: [], added: ['e'] },
  ])
})

it('sees one changed line of a file with CRLF as one hunk', () => {
  expect(hunksOf('a\r\nb\r\nc\r\n', 'a\r\nB\r\nc\r\n')).toEqual([{ oldStart: 2, newStart: 2, removed: ['b\r\n'], added: ['B\r\n'] }])
})

it('keeps and rejects any hunks so that both together give the whole', () => {
  const random = chance(1)
  for (let round = 0; round < 150; round++) {
    const [before, after] = [randomText(random), randomText(random)]
    const count = hunksOf(before, after).length
    const all = Array.from({ length: count }, (_, place) => place)
    expect(withHunks(before, after, all)).toBe(after)
    expect(withoutHunks(before, after, all)).toBe(before)
    for (let subset = 0; subset < 2 ** Math.min(count, 5); subset++) {
      const chosen = all.filter(place => subset & (1 << place))
      const others = all.filter(place => !chosen.includes(place))
      expect(withoutHunks(before, after, chosen)).toBe(withHunks(before, after, others))
    }
  }
})

it('finds in texts what it finds in all of their lines', () => {
  const random = chance(2)
  for (let round = 0; round < 2_000; round++) {
    const [before, after] = [randomText(random), randomText(random)]
    for (const [one, other] of [[before, after], [before, before + after], [after + before, before], [before, before]] as const)
      expect(hunksOf(one, other)).toEqual(hunksOfLines(splitLines(one), splitLines(other)))
  }
})

it('rejects hunks one after the other as it rejects them at once', () => {
  const [before, after] = ['1\n2\n3\n4\n5\n6\n7\n', '1\nb\n3\n4\ne\n6\n7\n8\n']
  expect(withoutHunks(before, withoutHunks(before, after, [1]), [1])).toBe(withoutHunks(before, after, [1, 2]))
  expect(withoutHunks(withHunks(before, after, [0]), after, [0])).toBe(withoutHunks(before, after, [1]))
})

it('takes texts of 100,000 lines', () => {
  const text = 'a line\n'.repeat(100_000)
  expect(withoutHunks('', text, [0])).toBe('')
  expect(withHunks('', text, [0])).toBe(text)
})
