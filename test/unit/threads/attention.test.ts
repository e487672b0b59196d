import type { ThreadSummary } from '../../../src/shared/contract/threadSummary'
import { expect, it } from 'vitest'
import { Attention } from '../../../src/main/host/attention'

function summary(threadId: string, waiting: number, title = 'Water the plants'): ThreadSummary {
  return {
    threadId,
    title,
    waiting,
    agentId: 'a',
    agentName: 'Kimi',
    folder: '/w',
    additionalFolders: [],
    createdAt: 0,
    updatedAt: 0,
    rank: 0,
    activity: { state: 'ready' },
  }
}

function attention(): {
  update: (summary: ThreadSummary) => void
  counts: number[]
  told: { title: string, body: string, onOpen: () => void }[]
  opened: string[]
} {
  const counts: number[] = []
  const told: { title: string, body: string, onOpen: () => void }[] = []
  const opened: string[] = []
  const attention = new Attention({
    platform: {
      shell: 'desktop',
      openExternal: () => Promise.resolve(),
      showWaiting: count => counts.push(count),
      notify: message => told.push(message),
    },
    onOpen: threadId => opened.push(threadId),
  })
  return { update: summary => attention.update(summary), counts, told, opened }
}

it('counts what waits in all threads, and calls once for each thread that begins to wait', () => {
  const { update, counts, told } = attention()
  for (const [threadId, waiting] of [['a', 1], ['a', 2], ['b', 1], ['b', 1], ['a', 0], ['b', 0], ['a', 1]] as const)
    update(summary(threadId, waiting))
  expect(counts).toEqual([1, 2, 3, 1, 0, 1])
  expect(told).toHaveLength(3)
})

it('opens the thread that a notification was about', () => {
  const { update, told, opened } = attention()
  update(summary('b', 1))
  told[0]!.onOpen()
  expect(opened).toEqual(['b'])
})

it('puts no hidden characters and no long texts into a notification', () => {
  const { update, told } = attention()
  update(summary('a', 1, `x\u202Ey\n${'z'.repeat(500)}`))
  expect(told[0]!.body).toMatch(/^x y z+$/)
  expect(told[0]!.body.length).toBe(120)
})
