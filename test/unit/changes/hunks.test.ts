import { expect, it } from 'vitest'
import { applySelectedHunks, computeHunks, computeLineHunks, removeHunks } from '../../../src/shared/changes/hunks'
import { splitLines } from '../../../src/shared/diff/alignLines'
import { findLineEndingChange, toLineFeeds } from '../../../src/shared/text/lineEnds'
import { createRandom, makeRandomText } from './randomTexts'

it('returns adjacent changed lines as one hunk, with its position in both texts', () => {
  expect(computeHunks('a\nb\nc\nd\n', 'a\nB\nc\nd\ne')).toEqual([
    { oldStart: 2, newStart: 2, removed: ['b\n'], added: ['B\n'] },
    { oldStart: 5, newStart: 5, removed: [], added: ['e'] },
  ])
})

it('returns one changed line of a CRLF file as one hunk', () => {
  expect(computeHunks('a\r\nb\r\nc\r\n', 'a\r\nB\r\nc\r\n')).toEqual([{ oldStart: 2, newStart: 2, removed: ['b\r\n'], added: ['B\r\n'] }])
})

it('returns only changed lines if all line endings changed', () => {
  const [crlf, lf] = ['a\r\nb\r\nc\r\nd\r\n', 'a\nB\nc\nD\n']
  expect(computeHunks(crlf, lf)).toEqual([
    { oldStart: 2, newStart: 2, removed: ['b\n'], added: ['B\n'] },
    { oldStart: 4, newStart: 4, removed: ['d\n'], added: ['D\n'] },
  ])
  expect(computeHunks(lf, crlf).map(({ removed, added }) => [...removed, ...added])).toEqual([['B\r\n', 'b\r\n'], ['D\r\n', 'd\r\n']])
  expect(removeHunks(crlf, lf, [0])).toBe('a\nb\nc\nD\n')
  expect(applySelectedHunks(crlf, lf, [0])).toBe('a\r\nB\r\nc\r\nd\r\n')
  expect(computeHunks('a\r\nb\r\n', 'a\nb\n')).toEqual([])
})

it('rejecting some hunks gives the same text as keeping the others', () => {
  const random = createRandom(1)
  for (let round = 0; round < 150; round++) {
    const [before, after] = [makeRandomText(random), makeRandomText(random)]
    const count = computeHunks(before, after).length
    const all = Array.from({ length: count }, (_, place) => place)
    expect(applySelectedHunks(before, after, all)).toBe(after)
    expect(removeHunks(before, after, all)).toBe(before)
    for (let subset = 0; subset < 2 ** Math.min(count, 5); subset++) {
      const chosen = all.filter(place => subset & (1 << place))
      const others = all.filter(place => !chosen.includes(place))
      const [rejected, kept] = [removeHunks(before, after, chosen), applySelectedHunks(before, after, others)]
      // Rejected lines get the current line ending, kept ones their previous one.
      const isTurned = findLineEndingChange(before, after) !== undefined
      expect(isTurned ? toLineFeeds(rejected) : rejected).toBe(isTurned ? toLineFeeds(kept) : kept)
    }
  }
})

it('finds the same hunks by text as by comparing all lines', () => {
  const random = createRandom(2)
  let compared = 0
  for (let round = 0; round < 2_000; round++) {
    const [before, after] = [makeRandomText(random), makeRandomText(random)]
    for (const [one, other] of [[before, after], [before, before + after], [after + before, before], [before, before]] as const) {
      if (findLineEndingChange(one, other) !== undefined)
        continue
      compared++
      expect(computeHunks(one, other)).toEqual(computeLineHunks(splitLines(one), splitLines(other)))
    }
  }
  expect(compared).toBeGreaterThan(4_000)
})

it('rejects hunks one by one with the same result as together', () => {
  const [before, after] = ['1\n2\n3\n4\n5\n6\n7\n', '1\nb\n3\n4\ne\n6\n7\n8\n']
  expect(removeHunks(before, removeHunks(before, after, [1]), [1])).toBe(removeHunks(before, after, [1, 2]))
  expect(removeHunks(applySelectedHunks(before, after, [0]), after, [0])).toBe(removeHunks(before, after, [1]))
})

it('handles texts of 100,000 lines', () => {
  const text = 'a line\n'.repeat(100_000)
  expect(removeHunks('', text, [0])).toBe('')
  expect(applySelectedHunks('', text, [0])).toBe(text)
})
