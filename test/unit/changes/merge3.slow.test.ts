import { expect, it } from 'vitest'
import { compareWithGit } from './compareWithGit'

it('agrees with git in 600 random merges if both succeed', () => {
  const { equal, conflicts, differ } = compareWithGit(600)
  expect(equal).toBeGreaterThan(200)
  expect(conflicts).toBeGreaterThan(100)
  expect(differ).toBeLessThan(12)
})
