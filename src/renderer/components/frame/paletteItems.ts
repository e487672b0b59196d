import type { AgentListing } from '../../../shared/contract/agentListing'
import type { SearchResult } from '../../../shared/contract/methods/searchMethods'
import type { ThreadSummary } from '../../../shared/contract/threadSummary'
import type { MarkedText } from '../../../shared/search/excerpt'
import type { SettingsSection } from '../../composables/settingsPlace'
import type { Action } from '../../composables/useAction'
import { filterWorkingKeys } from '../../composables/keys'
import { rankMatches } from '../../text/match'
import { visibleName } from '../../text/visibleText'
import { settingRows } from '../settings/settingsTable'
import { groupByFolder } from '../threads/groupThreads'
import { createPlaceNamer } from '../threads/placeNames'
import { frameWords } from './words'

const { palette: words } = frameWords

/** An item of the palette. */
export interface PaletteItem {
  /** Unique among all items. */
  readonly id: string
  readonly group: string
  readonly name: string
  readonly place?: string
  readonly keys?: string
  /** Shown instead of the name. */
  readonly excerpt?: MarkedText
  readonly goesTo: PaletteTarget
}

/** What picking the item does. */
type PaletteTarget
  = | { readonly kind: 'action', readonly actionId: string }
    | { readonly kind: 'thread', readonly threadId: string }
    | { readonly kind: 'agent', readonly agentId: string }
    | { readonly kind: 'setting', readonly section: SettingsSection }
    | { readonly kind: 'search', readonly start?: string, readonly folder?: string }
    | { readonly kind: 'match', readonly threadId: string, readonly entryIndex: number }

/** Actions that need no open thread. */
const generalActions = new Set([
  'newThread',
  'search',
  'searchThreads',
  'settings',
  'rules',
  'decisions',
  'refreshEnvironment',
  'sessions',
  'mcpServers',
  'toggleThreads',
  'nextThread',
  'previousThread',
  'nextWaiting',
  'notices',
  'undoThread',
  'openBundle',
  'files',
])

interface PaletteSource {
  readonly actions: readonly Action[]
  readonly threads: readonly ThreadSummary[]
  readonly agents: readonly Pick<AgentListing, 'agentId' | 'name'>[]
  readonly search: string
  /** Ids of recently picked items, latest first. */
  readonly recent?: readonly string[]
}

/**
 * Lists the items that match `search` in groups, best group first; without a search, commands and threads. Omits the
 * command that opens the palette.
 */
export function listPaletteItems(
  { actions, threads, agents, search, recent = [] }: PaletteSource,
): readonly PaletteItem[] {
  const { groups } = words
  const describePlace = createPlaceNamer(threads)
  // Actions for the open thread come first.
  const offered = actions.filter(({ id }) => id !== 'palette')
    .toSorted((left, right) => Number(generalActions.has(left.id)) - Number(generalActions.has(right.id)))
  const all: PaletteItem[] = [
    ...offered.map(({ id, name, keys }): PaletteItem => ({
      id: `action ${id}`,
      group: generalActions.has(id) ? groups.actions : groups.thread,
      name,
      keys: filterWorkingKeys(keys)[0],
      goesTo: { kind: 'action', actionId: id },
    })),
    ...threads.map((thread): PaletteItem => ({
      id: `thread ${thread.threadId}`,
      group: groups.threads,
      name: visibleName(thread.title, 200),
      place: `${visibleName(thread.agentName)} · ${describePlace(thread)}`,
      goesTo: { kind: 'thread', threadId: thread.threadId },
    })),
  ]
  if (search.trim() === '') {
    const first = recent.flatMap(id => all.find(item => item.id === id) ?? [])
    return [...first.map(item => ({ ...item, group: groups.recent })), ...all.filter(item => !first.includes(item))]
  }
  const more: PaletteItem[] = [
    ...agents.map(({ agentId, name }): PaletteItem =>
      ({ id: `agent ${agentId}`, group: groups.agents, name: words.startWith(visibleName(name)), goesTo: { kind: 'agent', agentId } })),
    ...groupByFolder(threads).filter(({ folder }) => folder !== '').map(({ folder, name }): PaletteItem =>
      ({ id: `folder ${folder}`, group: groups.folders, name: words.searchIn(name), goesTo: { kind: 'search', folder } })),
  ]
  more.push(...settingRows.map(({ key, name, effect, section }): PaletteItem =>
    ({ id: `setting ${key}`, group: groups.settings, name, place: effect, goesTo: { kind: 'setting', section } })))
  // Settings match only by name, as their descriptions would match nearly everything.
  const getSearchText = ({ name, place = '', goesTo }: PaletteItem): string => goesTo.kind === 'setting' ? name : `${name} ${place}`
  const ranked = rankMatches([...all, ...more], search, getSearchText)
  const order = [...new Set(ranked.map(({ group }) => group))]
  return order.flatMap(group => ranked.filter(item => item.group === group))
}

/** Lists the last group: an item that opens the search, and matches in threads once they are found. */
export function listMatches(
  search: string,
  { result, threads }: { result: SearchResult | undefined, threads: readonly ThreadSummary[] },
): readonly PaletteItem[] {
  const query = search.trim()
  if (query === '')
    return []
  const group = words.groups.matches
  const byId = new Map(threads.map(thread => [thread.threadId, thread]))
  return [
    { id: 'search', group, name: words.searchFor(query), goesTo: { kind: 'search', start: query } },
    ...(result?.threads ?? []).flatMap(({ threadId, matches: [best] }): PaletteItem[] => {
      const thread = byId.get(threadId)
      return thread && best
        ? [{
            id: `match ${threadId}`,
            group,
            name: best.excerpt.text,
            excerpt: best.excerpt,
            place: visibleName(thread.title, 40),
            goesTo: { kind: 'match', threadId, entryIndex: best.entryIndex },
          }]
        : []
    }),
  ]
}
