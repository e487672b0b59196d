import { expect, it } from 'vitest'
import { describeGitChange } from '../../../src/renderer/components/transcript/changes/words'

it('describes changes of a repository, and marks those that may make git run programs', () => {
  const branch = { from: 'main', to: `fix${'\u202E'}${'x'.repeat(300)}` }
  expect(describeGitChange({ branch, commits: 2 }).map(({ words }) => words)).toEqual([
    expect.stringMatching(/^Branch fix.{1,90} is checked out; it was main\.$/),
    '2 commits were made.',
  ])
  expect(describeGitChange({ branch: { from: 'main', to: '\u202E' } })[0]?.words).not.toContain('\u202E')
  expect(describeGitChange({ moved: true, config: true, hooks: true }).map(({ isRisky }) => isRisky)).toEqual([false, true, true])
  expect(describeGitChange({ repository: 'gone' })).toEqual([{ words: 'The git repository is gone.', isRisky: false }])
})
