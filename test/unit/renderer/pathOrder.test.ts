import { expect, it } from 'vitest'
import { comparePaths } from '../../../src/renderer/text/pathOrder'

it('sorts files by folder, with numbers in numerical order', () => {
  const sorted = ['a.ts', 'file2.ts', 'file10.ts', 'lib/b.ts', 'lib/deep/a.ts', 'part9/x.ts', 'part10/x.ts']
  expect(sorted.toReversed().sort(comparePaths)).toEqual(sorted)
})
