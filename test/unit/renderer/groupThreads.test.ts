import type { ThreadSummary } from '../../../src/shared/contract/threadSummary'
import { describe, expect, it } from 'vitest'
import { groupByFolder, groupThreads } from '../../../src/renderer/components/threads/groupThreads'
import { getThreadState } from '../../../src/renderer/components/threads/words'

function thread(title: string, more: Partial<ThreadSummary> = {}): ThreadSummary {
  return {
    threadId: title,
    title,
    agentId: 'a',
    agentName: 'Agent',
    folder: '/work/shop',
    additionalFolders: [],
    createdAt: 0,
    updatedAt: 0,
    rank: 0,
    activity: { state: 'asleep' },
    waiting: 0,
    ...more,
  }
}
function outline(groups: ReturnType<typeof groupThreads>): string[] {
  return groups.map(({ name, threads }) => `${name}: ${threads.map(({ title }) => title).join(' ')}`)
}

describe('the list of threads', () => {
  const threads = [
    thread('new'),
    thread('pinned', { isPinned: true, folder: '/work/docs' }),
    thread('asks', { waiting: 1, folder: '/work/docs' }),
    thread('gone', { isArchived: true }),
    thread('old', { activity: { state: 'stopped', message: '' } }),
    thread('lent', { isScratch: true, folder: '/data/scratch/x' }),
  ]

  it('lists pinned threads first, then the folders, and archived ones last', () => {
    expect(outline(groupThreads(threads))).toEqual(['Pinned: pinned', 'shop: new old', 'docs: asks', 'No folder: lent', 'Archived: gone'])
  })

  it('can be grouped by state: waiting for the person first', () => {
    expect(outline(groupThreads(threads, { by: 'state' })))
      .toEqual(['Pinned: pinned', 'Waiting for you: asks', 'Stopped: old', 'At rest: new lent', 'Archived: gone'])
  })

  it('can be searched, archived threads included', () => {
    expect(outline(groupThreads(threads, { search: 'gone' }))).toEqual(['Archived: gone'])
  })

  it('distinguishes folders of the same name', () => {
    expect(groupByFolder([thread('a', { folder: '/x/app' }), thread('b', { folder: '/y/app' })]).map(({ name }) => name))
      .toEqual(['x/app', 'y/app'])
  })

  it('shows the number of changes to review, unless something is more urgent', () => {
    const briefOf = (more: Partial<ThreadSummary>): string => getThreadState(thread('a', { pendingChanges: 3, ...more }), 0).brief
    expect([briefOf({}), briefOf({ unread: 'ended' })]).toEqual(['3 to review', '3 to review'])
    expect([briefOf({ waiting: 1 }), briefOf({ activity: { state: 'working', since: 0, lastUpdateAt: 0 } })]).toEqual(['', ''])
    expect(briefOf({ activity: { state: 'stopped', message: '' } })).toBe('stopped')
    expect(getThreadState(thread('a', { pendingChanges: 1 }), 0).words).toMatch(/, 1 file to review$/)
  })
})
