import type { TakenBack } from '../../../src/shared/changes/change'
import { expect, it } from 'vitest'
import { takenBackSince } from '../../../src/main/changes/thread/revertedSince'

const mark = (promptId: string, path: string, act: TakenBack['act'] = 'reject'): TakenBack => ({ promptId, path, act })

it('tells what came, went or is another, and leaves turns alone that the ledgers have forgotten', () => {
  const told = [mark('old', '/a'), mark('p', '/a'), mark('p', '/b'), mark('p', '/c')]
  const tallies = [
    { pending: 0, turns: ['p', 'q'], takenBack: [mark('p', '/a'), mark('p', '/b', 'restore')] },
    { pending: 0, turns: ['q'], takenBack: [mark('q', '/other/a')] },
  ]
  expect(takenBackSince(told, tallies)).toEqual([{ promptId: 'p', path: '/c' }, mark('p', '/b', 'restore'), mark('q', '/other/a')])
  expect(takenBackSince(told, [])).toEqual([])
})
