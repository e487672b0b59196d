import { expect, it, onTestFinished } from 'vitest'
import { temporaryFolder } from '../../support/temporaryFolder'
import { checkRestoredRenames } from './checkRestoredRenames'
import { killReviewRepeatedly } from './killedReview'
import { findReviewFaults } from './randomReviews'
import { ReviewedFolder } from './reviewedFolder'
import { checkGitIsUntouched } from './untouchedGit'

it('a review killed 200 times while it writes keeps files consistent with the ledger, and others\' edits', async () => {
  let foreign = 0
  // In new folders: a round takes longer if there is more to compare.
  for (let folder = 0; folder < 8; folder++) {
    const figures = await killReviewRepeatedly({ midway: 25 })
    expect(figures.midway).toBe(25)
    foreign += figures.foreign
  }
  expect(foreign).toBeGreaterThan(20)
}, 900_000)

it('neither loses nor restores others\' lines in 300 random histories of turns, edits and decisions', () => {
  for (let seed = 1; seed <= 300; seed++) {
    const folder = new ReviewedFolder(temporaryFolder(), temporaryFolder())
    const faults = findReviewFaults(folder, seed)
    folder.ledger.dispose()
    expect(faults, `seed ${seed}`).toEqual([])
  }
})

it('restores a folder of 500 files that was renamed', () => {
  const folder = new ReviewedFolder(temporaryFolder(), temporaryFolder())
  onTestFinished(() => folder.ledger.dispose())
  checkRestoredRenames(folder, 500)
})

it('leaves a repository byte-identical after reviewing and restoring 20 turns', () => {
  checkGitIsUntouched({ turns: 20 })
})
