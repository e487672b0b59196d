import type { ThreadMark } from '../../../src/main/store/tables/threadTable'
import type { ThreadSummary } from '../../../src/shared/contract/threadSummary'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { openDatabase } from '../../../src/main/store/database'
import { ThreadStore } from '../../../src/main/store/threadStore'
import { markAfterTurn, ThreadStatus, toUnread } from '../../../src/main/threads/threadStatus'
import { atOnce } from '../../bench/benchStore'

beforeEach(() => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
})

/** A thread whose agent works, and the events that windows received since. */
function startWorking() {
  const database = openDatabase(':memory:')
  onTestFinished(() => database.close())
  const store = new ThreadStore(database)
  store.createThread({ threadId: 't', title: 'T', agentId: 'demo', agentName: 'Demo agent', folder: '/', createdAt: 1 })
  const heard: ThreadSummary[] = []
  const status = new ThreadStatus({
    stored: store.readThread('t')!,
    services: { store, ...atOnce(), signIns: { refused: vi.fn(), opened: vi.fn(), worked: vi.fn() } as never, isInView: () => true },
    isQueuePaused: () => false,
    listener: { onChange: summary => heard.push(summary) },
  })
  status.dispatch({ type: 'prompted' })
  heard.length = 0
  return { status, heard, lastHeard: () => (heard.at(-1)?.activity as { lastUpdateAt?: number } | undefined)?.lastUpdateAt }
}

it('reports a busy agent rarely, but often enough not to count as silent', () => {
  const { status, heard, lastHeard } = startWorking()
  const begun = Date.now()
  for (let update = 0; update < 300; update++) {
    vi.advanceTimersByTime(100)
    status.dispatch({ type: 'updated' })
    expect(Date.now() - (lastHeard() ?? begun)).toBeLessThanOrEqual(5_100)
  }
  expect(heard.length).toBeLessThan(8)
})

it('reports the last update before a silence, and the first one after it immediately', () => {
  const { status, lastHeard } = startWorking()
  vi.advanceTimersByTime(1_000)
  status.dispatch({ type: 'updated' })
  const last = Date.now()
  vi.advanceTimersByTime(9_000)
  expect(lastHeard()).toBe(last)
  status.dispatch({ type: 'updated' })
  expect(lastHeard()).toBe(Date.now())
})

it('reports nothing more of a turn that has ended', () => {
  const { status, heard } = startWorking()
  vi.advanceTimersByTime(100)
  status.dispatch({ type: 'updated' })
  status.dispatch({ type: 'turnEnded', reason: 'cancelled' })
  const count = heard.length
  vi.advanceTimersByTime(60_000)
  expect(heard.length).toBe(count)
})

it.each<[string, ThreadMark | undefined, { reason: string, isFaulty?: boolean, isInView: boolean }]>([
  ['a completed turn is marked as ended', 'ended', { reason: 'end_turn', isInView: false }],
  ['a failed turn is marked as failed', 'failed', { reason: 'error', isInView: false }],
  ['a turn without a result is marked as failed', 'failed', { reason: 'end_turn', isFaulty: true, isInView: false }],
  ['a turn that met a limit is marked as failed', 'failed', { reason: 'max_tokens', isInView: false }],
  ['a turn that ended in view is not marked', undefined, { reason: 'error', isInView: true }],
  ['a turn that the person stopped is not marked', undefined, { reason: 'cancelled', isInView: false }],
])('%s', (_rule, mark, end) => {
  expect(markAfterTurn('working', end)).toBe(mark)
})

it('a turn interrupted by Parley\'s exit stays marked, no matter how it is closed afterwards', () => {
  expect(markAfterTurn('interrupted', { reason: 'error', isInView: false })).toBe('interrupted')
})

it('a running turn is not unread, but one left over from a previous run is interrupted', () => {
  expect(toUnread('working', { isOpen: true })).toBeUndefined()
  expect(toUnread('working', { isOpen: false })).toBe('interrupted')
  expect(toUnread('ended', { isOpen: false })).toBe('ended')
})
