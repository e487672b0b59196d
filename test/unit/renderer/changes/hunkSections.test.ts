import type { DecidedChanges } from '../../../../src/shared/changes/change'
import { describe, expect, it } from 'vitest'
import { splitSections } from '../../../../src/renderer/components/changes/file/hunkSections'
import { describeHunks } from '../../../../src/renderer/components/changes/file/useShownFile'
import { pairLines } from '../../../../src/renderer/components/diff/linePairs'
import { splitLine } from '../../../../src/renderer/components/diff/lineParts'
import { computeHunks } from '../../../../src/shared/changes/hunks'

function numberLines(count: number, change: Readonly<Record<number, string>> = {}): string {
  return Array.from({ length: count }, (_, index) => `${change[index + 1] ?? `line ${index + 1}`}\n`).join('')
}
function describeSections(before: string, after: string, decided: readonly DecidedChanges[] = []) {
  return splitSections(before, after, decided).map(section => section.kind === 'fold'
    ? `fold ${section.lines.length}`
    : `${section.kind === 'hunk' ? 'hunk' : section.state} ${section.from}-${section.to}`)
}
const createRandom = (seed: number) => () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647

describe('a file in a review', () => {
  it('shows three lines around each hunk and folds the rest', () => {
    const after = numberLines(40, { 10: 'ten', 30: 'thirty' })
    expect(describeSections(numberLines(40), after))
      .toEqual(['fold 6', 'hunk 10-10', 'fold 13', 'hunk 30-30', 'fold 7'])
    expect(describeSections('', 'a\nb\n')).toEqual(['hunk 1-2'])
    expect(describeSections('a\nb\n', '')).toEqual(['hunk 1-2'])
    expect(describeSections('same\n', 'same\n')).toEqual([])
  })

  it('shows each line once with its real numbers, and each hunk that can be decided', () => {
    const next = createRandom(7)
    for (let round = 0; round < 60; round++) {
      const lines = Array.from({ length: 30 }, (_, index) => `l${index}`)
      const after = lines.flatMap(line => next() < 0.1 ? [] : next() < 0.1 ? [line, `new ${round}`] : [line])
      const [before, now] = [`${lines.join('\n')}\n`, after.join('\n')]
      const sections = splitSections(before, now)
      const all = sections.flatMap(section => [...section.lines])
      expect(all.flatMap(({ kind, text }) => kind === 'removed' ? [] : [text]).join('\n')).toBe(now)
      expect(all.flatMap(({ kind, text }) => kind === 'added' ? [] : [text])).toEqual(lines)
      expect(all.flatMap(({ newNumber }) => newNumber ?? [])).toEqual(after.map((_, index) => index + 1))
      expect(all.flatMap(({ oldNumber }) => oldNumber ?? [])).toEqual(lines.map((_, index) => index + 1))
      expect(sections.filter(({ kind }) => kind === 'hunk')).toHaveLength(computeHunks(before, now).length)
    }
  })

  it('shows decided hunks in place, and each line of the file still once', () => {
    const next = createRandom(11)
    const editLines = (lines: readonly string[]): string[] =>
      lines.flatMap(line => next() < 0.1 ? [] : next() < 0.15 ? [line, `new ${next()}`] : [line])
    for (let round = 0; round < 60; round++) {
      const origin = Array.from({ length: 30 }, (_, index) => `l${index}`)
      const [baseline, current, wanted] = [editLines(origin), editLines(editLines(origin)), editLines(origin)]
        .map(lines => lines.join('\n'))
      const decided = [
        { state: 'kept' as const, key: 'o', hunks: computeHunks(origin.join('\n'), baseline!) },
        { state: 'rejected' as const, key: 'w', hunks: computeHunks(current!, wanted!) },
      ]
      const sections = splitSections(baseline!, current!, decided)
      const drawn = sections.flatMap(section => section.kind === 'decided' ? [] : [...section.lines])
      const numbers = drawn.flatMap(({ newNumber }) => newNumber ?? [])
      expect(numbers).toEqual([...new Set(numbers)].sort((left, right) => left - right))
      const changed = sections.filter(section => section.kind !== 'fold')
      expect(changed.map(({ number }) => number)).toEqual(changed.map((_, index) => index))
      expect(changed).toHaveLength(computeHunks(baseline!, current!).length + decided[0]!.hunks.length + decided[1]!.hunks.length)
      for (const { kind, text, newNumber } of drawn)
        expect(kind === 'removed' || current!.split('\n')[newNumber! - 1] === text).toBe(true)
    }
    const kept = [{ state: 'kept' as const, key: 'o', hunks: computeHunks('1\n2\n3\n4\n', '1\ntwo\n3\n4\n') }]
    expect(describeSections('1\ntwo\n3\n4\n', '1\ntwo\n3\n4\n', kept)).toEqual(['fold 1', 'kept 2-2', 'fold 2'])
  })

  it('can be shown in two columns, removed lines beside their replacements', () => {
    const [hunk] = splitSections('a\nb\nc\nd\n', 'a\nB\nd\n')
    expect(pairLines(hunk!.lines).map(({ before, after }) => [before?.text, after?.text])).toEqual([
      ['a', 'a'],
      ['b', 'B'],
      ['c', undefined],
      ['d', 'd'],
    ])
  })

  it('is described to the agent by the lines of its hunks', () => {
    const hunks = splitSections('a\nb\n', 'a\nB\nc\n').filter(section => section.kind === 'hunk')
    expect(describeHunks(hunks)).toBe('lines 2 to 3:\n-b\n+B\n+c')
  })
})

describe('a line', () => {
  it('is split where its colour changes and where a changed word begins or ends', () => {
    const words = [{ text: 'let ', isChanged: false }, { text: 'abc', isChanged: true }, { text: ' = 1', isChanged: false }]
    const tokens = [{ text: 'let', colour: 'red' }, { text: ' ab' }, { text: 'c = 1', colour: 'blue' }]
    expect(splitLine('let abc = 1', words, tokens)).toEqual([
      { text: 'let', colour: 'red' },
      { text: ' ' },
      { text: 'ab', isChanged: true },
      { text: 'c', colour: 'blue', isChanged: true },
      { text: ' = 1', colour: 'blue' },
    ])
  })

  it('ignores tokens of another text, and is always complete', () => {
    expect(splitLine('abc', undefined, [{ text: 'xyz', colour: 'red' }])).toEqual([{ text: 'abc' }])
    expect(splitLine('ab\r', undefined, [{ text: 'ab', colour: 'red' }])).toEqual([{ text: 'ab', colour: 'red' }, { text: '\r' }])
    expect(splitLine('', undefined, undefined)).toEqual([])
  })
})
