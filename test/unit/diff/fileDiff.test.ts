import { applyPatch } from 'diff'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { diffFile, type FileDiff, maxDiffLines } from '../../../src/shared/diff/fileDiff'

const makeLines = (count: number): string[] => Array.from({ length: count }, (_, index) => `line ${index + 1}`)
const joinLines = (lines: readonly string[]): string => lines.map(line => `${line}\n`).join('')

describe('the diff of a file', () => {
  it('shows a change with three lines of context on each side and both line numbers', () => {
    const lines = makeLines(20)
    const diff = diffFile(joinLines(lines), joinLines(lines.with(9, 'changed')))
    expect(diff).toMatchObject({ change: 'changed', added: 1, removed: 1, omitted: 0 })
    expect(diff.hunks).toHaveLength(1)
    expect(diff.hunks[0]).toMatchObject({ oldStart: 7, newStart: 7 })
    expect(diff.hunks[0]!.lines.map(line => [line.kind, line.oldNumber, line.newNumber])).toEqual([
      ['context', 7, 7],
      ['context', 8, 8],
      ['context', 9, 9],
      ['removed', 10, undefined],
      ['added', undefined, 10],
      ['context', 11, 11],
      ['context', 12, 12],
      ['context', 13, 13],
    ])
  })

  it('joins changes whose contexts touch and separates others', () => {
    const lines = makeLines(40)
    expect(diffFile(joinLines(lines), joinLines(lines.with(5, 'a').with(12, 'b'))).hunks).toHaveLength(1)
    expect(diffFile(joinLines(lines), joinLines(lines.with(5, 'a').with(13, 'b'))).hunks).toHaveLength(2)
  })

  it('distinguishes a new file, an emptied one and an unchanged one', () => {
    expect(diffFile(undefined, 'a\nb\n')).toMatchObject({ change: 'created', added: 2, removed: 0 })
    expect(diffFile(null, '')).toMatchObject({ change: 'created', added: 0, hunks: [] })
    expect(diffFile('a\nb\n', '')).toMatchObject({ change: 'emptied', added: 0, removed: 2 })
    expect(diffFile('a\n', 'a\n')).toMatchObject({ change: 'same', hunks: [] })
  })

  it('shows that only the line feed at the end of the file changed', () => {
    const lines = diffFile('a', 'a\n').hunks[0]!.lines
    expect(lines).toMatchObject([{ kind: 'removed', text: 'a', isUnterminated: true }, { kind: 'added', text: 'a' }])
  })

  it('marks the changed words of an edited line, and none where two lines have little in common', () => {
    const words = diffFile('const a = await fetch(url)\n', 'const a = await retry(url)\n').hunks[0]!.lines.map(line =>
      line.words?.filter(word => word.isChanged).map(word => word.text),
    )
    expect(words).toEqual([['fetch'], ['retry']])
    expect(diffFile('one thing\n', 'x = 4; y(7)\n').hunks[0]!.lines.every(line => line.words === undefined)).toBe(true)
  })

  it('marks no words of a long line that differs too much, because comparing it would take a second', () => {
    const others = diffFile(`${'.,'.repeat(240)}kept\n`, `${';:'.repeat(240)}kept\n`)
    const words = makeLines(40).map(line => line.slice('line '.length))
    const reversed = diffFile(`${words.join(' ')}\n`, `${words.toReversed().join(' ')}\n`)
    expect([others, reversed].flatMap(({ hunks }) => hunks[0]!.lines).every(line => line.words === undefined)).toBe(true)
  })

  it('stops at its limit and says how many changed lines it omitted', () => {
    const lines = makeLines(maxDiffLines)
    const diff = diffFile(joinLines(lines), joinLines(lines.map(line => `new ${line}`)))
    expect(diff.hunks.reduce((count, hunk) => count + hunk.lines.length, 0)).toBe(maxDiffLines)
    expect(diff).toMatchObject({ removed: maxDiffLines, added: maxDiffLines, omitted: maxDiffLines })
  })

  it('finds thousands of changes in a long file with distinct lines', () => {
    const lines = makeLines(6_000)
    const diff = diffFile(joinLines(lines), joinLines(lines.map((line, index) => index % 3 === 0 ? `${line}!` : line)))
    expect(diff).toMatchObject({ added: 2_000, removed: 2_000 })
  })

  it('contains every change: its hunks turn the old text into the new one', () => {
    const anyText = fc
      .array(fc.constantFrom('a', 'b', 'c', 'dd', ''), { maxLength: 30 })
      .map(lines => lines.map(line => `${line}\n`).join(''))
    const longText = fc
      .array(fc.integer({ min: 0, max: 900 }), { minLength: 300, maxLength: 700 })
      .map(numbers => joinLines(numbers.map(String)))
    fc.assert(fc.property(longText, longText, (before, after) => {
      expect(applyPatch(before, toPatch(diffFile(before, after)))).toBe(after)
    }), { numRuns: 20 })
    fc.assert(fc.property(anyText, anyText, (before, after) => {
      expect(applyPatch(before, toPatch(diffFile(before, after)))).toBe(after)
    }))
  })
})

/** Our hunks in the shape that the diff package applies. */
function toPatch(diff: FileDiff): Parameters<typeof applyPatch>[1] {
  const sign = { context: ' ', added: '+', removed: '-' }
  return {
    oldFileName: 'a',
    newFileName: 'a',
    oldHeader: undefined,
    newHeader: undefined,
    index: undefined,
    hunks: diff.hunks.map(({ oldStart, newStart, lines }) => ({
      oldStart: oldStart || 1,
      newStart: newStart || 1,
      oldLines: lines.filter(line => line.kind !== 'added').length,
      newLines: lines.filter(line => line.kind !== 'removed').length,
      lines: lines.map(line => sign[line.kind] + line.text),
    })),
  }
}

it('the diff of a file says once that all line endings changed, and shows other changes', () => {
  const crlf = Array.from({ length: 12 }, (_, index) => `line ${index + 1}\r\n`).join('')
  const lf = crlf.replaceAll('\r', '').replace('line 6', 'LINE 6')
  for (const [before, after, lineEnds] of [
    [crlf, lf, { before: 'crlf', after: 'lf' }],
    [lf, crlf, { before: 'lf', after: 'crlf' }],
  ] as const) {
    const diff = diffFile(before, after)
    expect([diff.added, diff.removed, diff.lineEndings, diff.change]).toEqual([1, 1, lineEnds, 'changed'])
  }
  expect(diffFile('one\r\ntwo\r\n', 'one\ntwo\n')).toMatchObject({ added: 0, removed: 0, hunks: [], change: 'changed' })
  // Where only some lines do, each is shown.
  expect(diffFile('one\r\ntwo\r\n', 'one\ntwo\r\n')).toMatchObject({ added: 1, removed: 1 })
  expect(diffFile('one\r\ntwo\r\n', 'one\ntwo\r\n').lineEndings).toBeUndefined()
})
