import type { ThreadSummary } from '../../../shared/contract/threadSummary'
import { rankMatches } from '../../text/match'
import { getFolderName, listPathNames } from '../../text/paths'
import { formatThreadPlace } from '../../text/threadPlace'
import { visibleName } from '../../text/visibleText'
import { getThreadState, type Grouping, groupWords, scratchGroup, type ThreadTone } from './words'

export interface ThreadGroup {
  /** Unique and stable across restarts. */
  readonly id: string
  readonly name: string
  /** The common folder; absent for other groups. */
  readonly folder: string
  readonly threads: readonly ThreadSummary[]
}

/** Id of the group that is folded initially. */
export const archivedGroupId = 'archived'

/**
 * Groups the threads that match `search`, best match first: pinned ones, others by folder or state, and archived ones.
 */
export function groupThreads(
  threads: readonly ThreadSummary[],
  { by = 'folder', search = '' }: { by?: Grouping, search?: string } = {},
): ThreadGroup[] {
  const found = rankMatches(threads, search, thread =>
    `${thread.title} ${thread.agentName} ${thread.isScratch ? formatThreadPlace(thread) : thread.folder}`)
  const listed = found.filter(({ isArchived }) => !isArchived)
  const rest = listed.filter(({ isPinned }) => !isPinned)
  return [
    { id: 'pinned', name: groupWords.pinned, folder: '', threads: listed.filter(({ isPinned }) => isPinned) },
    ...by === 'folder' ? groupByFolder(rest) : groupByState(rest),
    {
      id: archivedGroupId,
      name: groupWords.archived,
      folder: '',
      threads: found.filter(({ isArchived }) => isArchived),
    },
  ].filter(group => group.threads.length > 0)
}

/** Groups threads by folder. Equal names of folders are distinguished by their parents'. */
export function groupByFolder(threads: readonly ThreadSummary[]): ThreadGroup[] {
  const isRemote = ({ elsewhere }: ThreadSummary): boolean => elsewhere?.folder !== undefined
  const here = threads.filter(thread => !isRemote(thread))
  const byFolder = groupBy(here, ({ folder, isScratch }) => isScratch ? '' : folder)
  const names = groupBy([...byFolder.keys()], getFolderName)
  const local = [...byFolder].map(([folder, members]) => ({
    id: `folder ${folder}`,
    folder,
    name: folder === '' ? scratchGroup : getGroupName(folder, names.get(getFolderName(folder)) ?? []),
    threads: members,
  }))
  const remote = [...groupBy(threads.filter(isRemote), formatThreadPlace)].map(([name, members]) =>
    ({ id: `remote ${name}`, folder: '', name, threads: members }))
  return [...local, ...remote]
}

/** Lists the threads' folders, latest first. */
export function listFolders(threads: readonly ThreadSummary[]): string[] {
  return [...new Set(threads.filter(({ isScratch }) => !isScratch).map(({ folder }) => folder))]
}

/** Groups threads by state, waiting ones first. */
function groupByState(threads: readonly ThreadSummary[]): ThreadGroup[] {
  const byName = groupBy(threads, thread => groupWords.tones[getThreadState(thread, thread.updatedAt).tone])
  const tones = Object.entries(groupWords.tones) as [ThreadTone, string][] // in the order of `words`
  return tones.flatMap(([tone, name]) => {
    const members = byName.get(name)
    byName.delete(name) // several tones may have the same name
    return members ? [{ id: `state ${tone}`, name, folder: '', threads: members }] : []
  })
}

function getGroupName(folder: string, ofThatName: readonly string[]): string {
  return ofThatName.length > 1 ? visibleName(listPathNames(folder).slice(-2).join('/'), 400) : getFolderName(folder)
}

function groupBy<T>(items: readonly T[], getKey: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const key = getKey(item)
    const group = groups.get(key)
    if (group)
      group.push(item)
    else
      groups.set(key, [item])
  }
  return groups
}
