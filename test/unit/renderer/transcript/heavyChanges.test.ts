import { expect, it } from 'vitest'
import { countedFiles } from '../../../../src/renderer/components/transcript/changes/countsOf'
import { entryWords } from '../../../../src/renderer/components/transcript/entries/words'

function changed(count: number, lines: number) {
  return Array.from({ length: count }, (_, index) => ({
    path: `/w/${index}`,
    changes: [{ path: `/w/${index}`, oldText: 'a\n'.repeat(lines), newText: 'b\n'.repeat(lines) }],
    isDeleted: false,
    isUnasked: false,
  }))
}

it('counts the lines of small changes at once, and of huge ones only the first', () => {
  expect(countedFiles(changed(20, 3)).size).toBe(20)
  expect(countedFiles(changed(500, 900)).size).toBe(1)
})

it('names a mode of a thousand characters in a line', () => {
  expect(entryWords.unasked({ changes: 1, commands: 0, mode: 'm'.repeat(1_000) }).length).toBeLessThan(160)
})
