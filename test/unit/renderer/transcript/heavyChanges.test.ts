import { expect, it } from 'vitest'
import { diffIfSmall } from '../../../../src/renderer/components/diff/smallDiff'
import { pickCountedFiles } from '../../../../src/renderer/components/transcript/changes/countChanges'
import { entryWords } from '../../../../src/renderer/components/transcript/entries/words'

function makeChanges(count: number, lines: number) {
  return Array.from({ length: count }, (_, index) => ({
    path: `/w/${index}`,
    changes: [{ path: `/w/${index}`, oldText: 'a\n'.repeat(lines), newText: 'b\n'.repeat(lines) }],
    isDeleted: false,
    isUnasked: false,
  }))
}

it('counts the lines of small changes immediately, and of huge ones only the first', () => {
  expect(pickCountedFiles(makeChanges(20, 3)).size).toBe(20)
  expect(pickCountedFiles(makeChanges(500, 900)).size).toBe(1)
})

it('compares small changes and new files immediately, larger changes on demand', () => {
  const repeatLine = (letter: string, count: number): string => `${letter}\n`.repeat(count)
  expect(diffIfSmall({ path: '/a', oldText: repeatLine('a', 150), newText: repeatLine('b', 150) }))
    .toMatchObject({ added: 150, removed: 150 })
  expect(diffIfSmall({ path: '/a', oldText: repeatLine('a', 300), newText: repeatLine('b', 300) })).toBeUndefined()
  expect(diffIfSmall({ path: '/a', oldText: 'a'.repeat(10_000), newText: 'b'.repeat(10_000) })).toBeUndefined()
  expect(diffIfSmall({ path: '/a', oldText: `${repeatLine('c', 5_000)}a`, newText: `${repeatLine('c', 5_000)}b` }))
    .toMatchObject({ added: 1 })
  expect(diffIfSmall({ path: '/a', newText: repeatLine('b', 3_000) })).toMatchObject({ added: 3_000 })
})

it('shows a mode of a thousand characters in one line', () => {
  expect(entryWords.unasked({ changes: 1, commands: 0, mode: 'm'.repeat(1_000) }).length).toBeLessThan(160)
})
