import type { ThreadSummary } from '../../../src/shared/contract/threadSummary'
import { describe, expect, it } from 'vitest'
import { groupByFolder, groupThreads } from '../../../src/renderer/components/threads/groupThreads'
import { getThreadState } from '../../../src/renderer/components/threads/words'

function makeThread(title: string, more: Partial<ThreadSummary> = {}): ThreadSummary {
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
function outlineGroups(groups: ReturnType<typeof groupThreads>): string[] {
  return groups.map(({ name, threads }) => `${name}: ${threads.map(({ title }) => title).join(' ')}`)
}

describe('the list of threads', () => {
  const threads = [
    makeThread('new'),
    makeThread('pinned', { isPinned: true, folder: '/work/docs' }),
    makeThread('asks', { waiting: 1, folder: '/work/docs' }),
    makeThread('gone', { isArchived: true }),
    makeThread('old', { activity: { state: 'stopped', message: '' } }),
    makeThread('lent', { isScratch: true, folder: '/data/scratch/x' }),
  ]

  it('lists pinned threads first, then the folders, and archived ones last', () => {
    expect(outlineGroups(groupThreads(threads)))
      .toEqual(['Pinned: pinned', 'shop: new old', 'docs: asks', 'No folder: lent', 'Archived: gone'])
  })

  it('can be grouped by state: waiting for the person first', () => {
    expect(outlineGroups(groupThreads(threads, { by: 'state' })))
      .toEqual(['Pinned: pinned', 'Waiting for you: asks', 'Stopped: old', 'At rest: new lent', 'Archived: gone'])
  })

  it('can be searched, archived threads included', () => {
    expect(outlineGroups(groupThreads(threads, { search: 'gone' }))).toEqual(['Archived: gone'])
  })

  it('distinguishes folders of the same name', () => {
    expect(groupByFolder([makeThread('a', { folder: '/x/app' }), makeThread('b', { folder: '/y/app' })]).map(({ name }) => name))
      .toEqual(['x/app', 'y/app'])
  })

  it('shows the number of changes to review, unless something is more urgent', () => {
    const getBrief = (more: Partial<ThreadSummary>): string =>
      getThreadState(makeThread('a', { pendingChanges: 3, ...more }), 0).brief
    expect([getBrief({}), getBrief({ unread: 'ended' })]).toEqual(['3 to review', '3 to review'])
    expect([getBrief({ waiting: 1 }), getBrief({ activity: { state: 'working', since: 0, lastUpdateAt: 0 } })])
      .toEqual(['', ''])
    expect(getBrief({ activity: { state: 'stopped', message: '' } })).toBe('stopped')
    expect(getThreadState(makeThread('a', { pendingChanges: 1 }), 0).words).toMatch(/, 1 file to review$/)
  })
})
