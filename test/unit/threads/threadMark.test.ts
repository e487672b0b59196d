import type { ThreadMark } from '../../../src/main/store/tables/threadTable'
import { expect, it } from 'vitest'
import { markAfterTurn, toUnread } from '../../../src/main/threads/threadStatus'

it.each<[string, ThreadMark | undefined, { reason: string, isFaulty?: boolean, isLookedAt: boolean }]>([
  ['a turn that ended well is new to who did not look', 'ended', { reason: 'end_turn', isLookedAt: false }],
  ['so is one that failed', 'failed', { reason: 'error', isLookedAt: false }],
  ['or that came to nothing', 'failed', { reason: 'end_turn', isFaulty: true, isLookedAt: false }],
  ['or that met a limit', 'failed', { reason: 'max_tokens', isLookedAt: false }],
  ['nothing is new to who looked', undefined, { reason: 'error', isLookedAt: true }],
  ['what the person stopped is not new', undefined, { reason: 'cancelled', isLookedAt: false }],
])('%s', (_rule, mark, end) => {
  expect(markAfterTurn('working', end)).toBe(mark)
})

it('a turn that Parley ended in stays marked, however it is closed afterwards', () => {
  expect(markAfterTurn('interrupted', { reason: 'error', isLookedAt: false })).toBe('interrupted')
})

it('a running turn is not new, but one that nobody runs was interrupted', () => {
  expect(toUnread('working', { isOpen: true })).toBeUndefined()
  expect(toUnread('working', { isOpen: false })).toBe('interrupted')
  expect(toUnread('ended', { isOpen: false })).toBe('ended')
})
