import { expect, it } from 'vitest'
import { mergeThreeWay } from '../../../src/shared/changes/merge3'
import { compareWithGit } from './compareWithGit'

it('merges changes at different places, and reports conflicts', () => {
  const base = '1\n2\n3\n4\n5\n'
  expect(mergeThreeWay({ base, ours: 'one\n2\n3\n4\n5\n', theirs: '1\n2\n3\n4\nfive\n' })).toMatchObject({
    text: 'one\n2\n3\n4\nfive\n',
    conflicts: [],
  })
  expect(mergeThreeWay({ base, ours: '1\nII\n3\n4\n5\n', theirs: '1\nzwei\n3\n4\nfive\n' })).toMatchObject({
    text: '1\nII\n3\n4\nfive\n',
    conflicts: [{ line: 2, at: 2, base: '2\n', ours: 'II\n', theirs: 'zwei\n' }],
  })
})

it('reports no conflict for equal changes, and one for adjacent changes', () => {
  const base = '1\n2\n3\n4\n5\n'
  expect(
    mergeThreeWay({ base, ours: '1\n3\n4\n5\n6\n', theirs: '1\n3\n4\n5\n' }),
  ).toMatchObject({ text: '1\n3\n4\n5\n6\n', conflicts: [] })
  expect(mergeThreeWay({ base, ours: '1\n2\nc\n4\n5\n', theirs: '1\n2\n3\nd\n5\n' }).conflicts).toHaveLength(1)
  expect(mergeThreeWay({ base, ours: '1\n2\na\n3\n4\n5\n', theirs: '1\n2\nb\n3\n4\n5\n' }).conflicts).toHaveLength(1)
})

it('agrees with git in 30 random merges if both succeed', () => {
  const { equal, conflicts, differ } = compareWithGit(30)
  expect(equal).toBeGreaterThan(10)
  expect(conflicts).toBeGreaterThan(5)
  expect(differ).toBeLessThan(3)
})

it('merges 20,000 lines', () => {
  const lines = Array.from({ length: 20_000 }, (_, index) => `line ${index % 997}\n`)
  const [base, ours, theirs] = [lines.join(''), lines.with(100, 'our\n').join(''), lines.with(19_000, 'their\n').join('')]
  expect(mergeThreeWay({ base, ours, theirs })).toMatchObject({
    text: lines.with(100, 'our\n').with(19_000, 'their\n').join(''),
    conflicts: [],
  })
})
