import type { ThreadSummary } from '../../../../src/shared/contract/threadSummary'
import { describe, expect, it } from 'vitest'
import { listMatches, listPaletteItems } from '../../../../src/renderer/components/frame/paletteItems'

const actions = [
  { id: 'palette', name: 'Command palette', keys: [], run: () => undefined },
  { id: 'rules', name: 'Rules', keys: [], run: () => undefined },
]
const threads = [makeThread('t1', 'Retry payments', '/home/me/shop'), makeThread('t2', 'Write the rules of chess', '/home/me/games')]
const agents = [{ agentId: 'a', name: 'Demo agent' }]

function makeThread(threadId: string, title: string, folder: string): ThreadSummary {
  return {
    threadId,
    title,
    folder,
    agentId: 'a',
    agentName: 'Demo agent',
    additionalFolders: [],
    createdAt: 1,
    updatedAt: 1,
    rank: 1,
    activity: { state: 'ready' },
    waiting: 0,
  }
}

function listItems(search: string): string[] {
  return listPaletteItems({ actions, threads, agents, search }).map(({ group, name }) => `${group}: ${name}`)
}

describe('the palette', () => {
  it('is grouped, with the group of the best match first', () => {
    expect(listItems('')).toEqual(['Commands: Rules', 'Go to: Retry payments', 'Go to: Write the rules of chess'])
    expect(listItems('rules')).toEqual(['Commands: Rules', 'Go to: Write the rules of chess'])
    expect(listItems('retry')[0]).toBe('Go to: Retry payments')
    expect(listItems('new thread demo')).toContain('Agents: New thread with Demo agent')
    expect(listItems('theme')[0]).toBe('Settings: Theme')
    expect(listItems('everything shop')).toEqual(['Folders: Search everything in shop'])
  })

  it('shows what can be done in the open thread before other commands', () => {
    const rename = { id: 'renameThread', name: 'Rename this thread', keys: [], run: () => undefined }
    const items = listPaletteItems({ actions: [...actions, rename], threads: [], agents, search: '' })
    const shown = items.map(({ group, name }) => `${group}: ${name}`)
    expect(shown).toEqual(['This thread: Rename this thread', 'Commands: Rules'])
  })

  it('begins with recently picked items, each shown once', () => {
    const recent = ['thread t2', 'thread gone', 'action rules']
    const items = listPaletteItems({ actions, threads, agents, search: '', recent })
    expect(items.map(({ group, name }) => `${group}: ${name}`)).toEqual([
      'Recent: Write the rules of chess',
      'Recent: Rules',
      'Go to: Retry payments',
    ])
    expect(listPaletteItems({ actions, threads, agents, search: 'retry', recent })[0]?.group).toBe('Go to')
  })

  it('distinguishes folders of the same name', () => {
    const alike = [makeThread('a', 'One', '/home/me/a/api'), makeThread('b', 'Two', '/home/me/b/api')]
    expect(listPaletteItems({ actions: [], threads: alike, agents, search: '' }).map(({ place }) => place))
      .toEqual(['Demo agent · a/api', 'Demo agent · b/api'])
  })

  it('ends with matches in threads, without deleted ones', () => {
    const excerpt = { text: 'keep the key', marks: [[9, 12]] as const }
    const match = { entryIndex: 3, entryKind: 'agent' as const, at: 1, excerpt }
    const result = {
      threads: [{ threadId: 't1', count: 2, matches: [match] }, { threadId: 'gone', count: 1, matches: [match] }],
      matchCount: 3,
      threadCount: 2,
      isCut: false,
      isIndexing: false,
    }
    expect(listMatches(' key', { result, threads }).map(({ name, goesTo }) => [name, goesTo.kind])).toEqual([
      ['Search every thread for “key”', 'search'],
      ['keep the key', 'match'],
    ])
    expect(listMatches(' ', { result, threads })).toEqual([])
  })
})
