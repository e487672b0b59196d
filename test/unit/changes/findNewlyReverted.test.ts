import type { RevertedFile } from '../../../src/shared/changes/change'
import { expect, it } from 'vitest'
import { findNewlyReverted } from '../../../src/main/changes/thread/threadReview'

const mark = (promptId: string, path: string, act: RevertedFile['act'] = 'reject'): RevertedFile => ({ promptId, path, act })

it('returns added, removed and changed entries, and ignores turns that the ledgers have pruned', () => {
  const told = [mark('old', '/a'), mark('p', '/a'), mark('p', '/b'), mark('p', '/c')]
  const tallies = [
    { pending: 0, turns: ['p', 'q'], takenBack: [mark('p', '/a'), mark('p', '/b', 'restore')] },
    { pending: 0, turns: ['q'], takenBack: [mark('q', '/other/a')] },
  ]
  expect(findNewlyReverted(told, tallies)).toEqual([
    { promptId: 'p', path: '/c' },
    mark('p', '/b', 'restore'),
    mark('q', '/other/a'),
  ])
  expect(findNewlyReverted(told, [])).toEqual([])
})
