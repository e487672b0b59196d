import type { HostEvents } from '../../../src/shared/contract/hostEvents'
import type { ThreadSummary } from '../../../src/shared/contract/threadSummary'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Attention, getNewsAudience } from '../../../src/main/host/attention/attention'
import { Subscribers, type VisibleThread } from '../../../src/main/host/subscribers'
import { countWaiting, getThreadNews } from '../../../src/shared/contract/threadNews'
import { defaultPreferences } from '../../../src/shared/settings/preferences'

function makeSummary(threadId: string, state: Partial<ThreadSummary> = {}): ThreadSummary {
  return {
    threadId,
    title: 'Water the plants',
    waiting: 0,
    agentId: 'a',
    agentName: 'Kimi',
    folder: '/w',
    additionalFolders: [],
    createdAt: 0,
    updatedAt: 0,
    rank: 0,
    activity: { state: 'ready' },
    ...state,
  }
}

interface Told {
  readonly title: string
  readonly body: string
  readonly onOpen: () => void
}

function createAttention({ looks = [], off }: { looks?: VisibleThread[], off?: 'notifications.ended' } = {}) {
  const counts: number[] = []
  const told: Told[] = []
  const takenBack: string[] = []
  const events: [string, unknown][] = []
  const subscribers = new Subscribers()
  for (const look of looks)
    subscribers.add((event, payload) => events.push([event, payload])).visible = look
  const attention = new Attention({
    platform: {
      showWaiting: count => void counts.push(count),
      notify: (message) => {
        told.push(message)
        return () => void takenBack.push(message.title)
      },
    },
    subscribers,
    preferences: () => ({ ...defaultPreferences, ...off && { [off]: false } }),
  })
  return {
    attention,
    counts,
    told,
    takenBack,
    news: () => events.map(([, payload]) => payload as HostEvents['news']),
    update: (thread: ThreadSummary) => {
      attention.update(thread)
      vi.runAllTimers()
    },
  }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('who is notified', () => {
  const there = { threadId: 'a', isInFront: true }
  const elsewhere = { threadId: 'b', isInFront: true }
  const behind = { threadId: 'a', isInFront: false }

  it.each<[ReturnType<typeof getNewsAudience>, string, readonly VisibleThread[]]>([
    ['nobody', 'the person looks at the thread', [there]],
    ['nobody', 'one of two windows in front shows it', [elsewhere, there]],
    ['windows', 'Parley is in front with another thread', [elsewhere, behind]],
    ['windows', 'Parley is in front with no thread', [{ isInFront: true }]],
    ['system', 'the window that shows it is behind others', [behind]],
    ['system', 'no window is open', []],
  ])('%s while %s', (told, _when, looks) => {
    expect(getNewsAudience('a', looks)).toBe(told)
  })

  it('a waiting thread takes precedence over how its last turn ended', () => {
    const state = { waiting: 0, activity: { state: 'ready' } } as const
    expect(getThreadNews(state)).toBeUndefined()
    expect(getThreadNews({ ...state, unread: 'ended' })).toBe('ended')
    expect(getThreadNews({ ...state, unread: 'failed' })).toBe('failed')
    expect(getThreadNews({ ...state, unread: 'failed', waiting: 1 })).toBe('waiting')
    expect(getThreadNews({ ...state, activity: { state: 'choices-lost', lost: [] } })).toBe('waiting')
    expect(getThreadNews({ ...state, unread: 'said' })).toBeUndefined()
    expect(getThreadNews({ ...state, unread: 'interrupted' })).toBeUndefined()
  })

  it('a sign-in waits for the person, except while it is in progress', () => {
    const signIn = { state: 'sign-in', message: 'log in', methods: [] } as const
    expect(countWaiting({ waiting: 0, activity: signIn })).toBe(1)
    expect(countWaiting({ waiting: 0, activity: { ...signIn, attempt: { methodId: 'm' } } })).toBe(0)
    expect(countWaiting({ waiting: 0, activity: { ...signIn, attempt: { methodId: 'm', failure: 'no' } } })).toBe(1)
  })
})

it('counts all waiting threads, and announces each thread once when it starts to wait', () => {
  const { update, counts, told } = createAttention()
  for (const [threadId, waiting] of [['a', 1], ['a', 2], ['b', 1], ['b', 1], ['a', 0], ['b', 0], ['a', 1]] as const)
    update(makeSummary(threadId, { waiting }))
  expect(counts).toEqual([1, 2, 3, 1, 0, 1])
  expect(told.map(({ title }) => title)).toEqual(['Waiting for you', 'Waiting for you', 'Waiting for you'])
})

it('announces how a turn ended, by the title of its thread, and opens that thread', () => {
  const { update, told, news } = createAttention({ looks: [{ isInFront: false }] })
  update(makeSummary('a', { activity: { state: 'working', since: 0, lastUpdateAt: 0 } }))
  update(makeSummary('a', { unread: 'ended' }))
  expect(told).toMatchObject([{ title: 'Finished', body: 'Water the plants' }])
  expect(news()).toEqual([{ threadId: 'a', kind: 'ended', isAway: true }])
  told[0]!.onOpen()
  expect(news().at(-1)).toEqual({ threadId: 'a' })
})

it('sends no notification while Parley is in front, and no news while the thread is in view', () => {
  const inFront = createAttention({ looks: [{ threadId: 'b', isInFront: true }] })
  inFront.update(makeSummary('a', { waiting: 1 }))
  expect([inFront.told, inFront.news()]).toEqual([[], [{ threadId: 'a', kind: 'waiting', isAway: false }]])
  const looking = createAttention({ looks: [{ threadId: 'a', isInFront: true }] })
  looking.update(makeSummary('a', { waiting: 1 }))
  expect([looking.told, looking.news(), looking.counts]).toEqual([[], [], [1]])
})

it('announces no end of a turn and no question that are over immediately', () => {
  const { attention: parts, told } = createAttention()
  for (const state of [{}, { unread: 'ended' }, { activity: { state: 'working', since: 0, lastUpdateAt: 0 } }, { waiting: 1 }, {}] as const)
    parts.update(makeSummary('a', state))
  vi.runAllTimers()
  expect(told).toEqual([])
})

it('announces nothing from before a restart', () => {
  const { update, told } = createAttention()
  update(makeSummary('a', { unread: 'ended' }))
  update(makeSummary('a', { unread: 'ended', title: 'Another title' }))
  expect(told).toEqual([])
  update(makeSummary('a', { unread: 'ended', waiting: 1 }))
  expect(told).toHaveLength(1)
})

it('withdraws a notification once the thread was seen, answered or deleted', () => {
  const { attention: parts, update, takenBack, counts } = createAttention()
  update(makeSummary('a'))
  update(makeSummary('a', { unread: 'failed' }))
  update(makeSummary('a'))
  expect(takenBack).toEqual(['Stopped before it was done'])
  update(makeSummary('a', { waiting: 1 }))
  parts.forget('a')
  expect(takenBack).toEqual(['Stopped before it was done', 'Waiting for you'])
  expect(counts).toEqual([1, 0])
})

it('announces nothing of a disabled kind', () => {
  const { update, told, news } = createAttention({ looks: [{ isInFront: false }], off: 'notifications.ended' })
  update(makeSummary('a'))
  update(makeSummary('a', { unread: 'ended' }))
  expect([told, news()]).toEqual([[], []])
  update(makeSummary('a', { unread: 'failed' }))
  expect(told).toHaveLength(1)
})

it('puts no hidden characters, markup or long texts into a notification', () => {
  const { update, told } = createAttention()
  update(makeSummary('a', { waiting: 1, title: `x\u202Ey\n<a href="//z">${'z'.repeat(500)}` }))
  expect(told[0]!.body).toMatch(/^x y ‹a href="\/\/z"›z+$/)
  expect(told[0]!.body.length).toBe(120)
  update(makeSummary('b', { waiting: 1, title: 'R&D &lt;b&gt;' }))
  expect(told[1]!.body).toBe('R＆D ＆lt;b＆gt;')
})
