import { expect, it } from 'vitest'
import { mergesLikeGit } from './mergesLikeGit'

it('agrees with git in 600 random merges if both succeed', () => {
  const { equal, conflicts, differ } = mergesLikeGit(600)
  expect(equal).toBeGreaterThan(200)
  expect(conflicts).toBeGreaterThan(100)
  expect(differ).toBeLessThan(12)
})
