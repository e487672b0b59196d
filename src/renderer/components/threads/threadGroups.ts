import type { ThreadSummary } from '../../../shared/contract/threadSummary'
import { rankMatches } from '../../text/match'
import { folderName, pathParts } from '../../text/paths'
import { threadPlace } from '../../text/threadPlace'
import { visibleName } from '../../text/visibleText'
import { type Grouping, groupWords, scratchGroup, threadState, type ThreadTone } from './words'

/** A group of threads. */
export interface ThreadGroup {
  /** Unique, and stable over restarts. */
  readonly id: string
  readonly name: string
  /** The common folder; absent for other groups. */
  readonly folder: string
  readonly threads: readonly ThreadSummary[]
}

/** The group that is folded initially. */
export const archivedId = 'archived'

/**
 * Groups of the list: pinned threads, others by folder or state, archived ones. Only threads that match `search`, best
 * first.
 */
export function threadGroups(
  threads: readonly ThreadSummary[],
  { by = 'folder', search = '' }: { by?: Grouping, search?: string } = {},
): ThreadGroup[] {
  const found = rankMatches(threads, search, thread =>
    `${thread.title} ${thread.agentName} ${thread.isScratch ? threadPlace(thread) : thread.folder}`)
  const listed = found.filter(({ isArchived }) => !isArchived)
  const rest = listed.filter(({ isPinned }) => !isPinned)
  return [
    { id: 'pinned', name: groupWords.pinned, folder: '', threads: listed.filter(({ isPinned }) => isPinned) },
    ...by === 'folder' ? folderGroups(rest) : stateGroups(rest),
    { id: archivedId, name: groupWords.archived, folder: '', threads: found.filter(({ isArchived }) => isArchived) },
  ].filter(group => group.threads.length > 0)
}

/** Threads by folder. Folders with equal names include their parents'. */
export function folderGroups(threads: readonly ThreadSummary[]): ThreadGroup[] {
  const isRemote = ({ elsewhere }: ThreadSummary): boolean => elsewhere?.folder !== undefined
  const here = threads.filter(thread => !isRemote(thread))
  const byFolder = groupedBy(here, ({ folder, isScratch }) => isScratch ? '' : folder)
  const names = groupedBy([...byFolder.keys()], folderName)
  const local = [...byFolder].map(([folder, members]) => ({
    id: `folder ${folder}`,
    folder,
    name: folder === '' ? scratchGroup : nameAmong(folder, names.get(folderName(folder)) ?? []),
    threads: members,
  }))
  const remote = [...groupedBy(threads.filter(isRemote), threadPlace)].map(([name, members]) =>
    ({ id: `remote ${name}`, folder: '', name, threads: members }))
  return [...local, ...remote]
}

/** Folders of threads, latest first. */
export function listFolders(threads: readonly ThreadSummary[]): string[] {
  return [...new Set(threads.filter(({ isScratch }) => !isScratch).map(({ folder }) => folder))]
}

/** Order of states; waiting threads first. */
function stateGroups(threads: readonly ThreadSummary[]): ThreadGroup[] {
  const byName = groupedBy(threads, thread => groupWords.tones[threadState(thread, thread.updatedAt).tone])
  const tones = Object.entries(groupWords.tones) as [ThreadTone, string][] // in the order of `words`
  return tones.flatMap(([tone, name]) => {
    const members = byName.get(name)
    byName.delete(name) // tones may share it
    return members ? [{ id: `state ${tone}`, name, folder: '', threads: members }] : []
  })
}

function nameAmong(folder: string, ofThatName: readonly string[]): string {
  return ofThatName.length > 1 ? visibleName(pathParts(folder).slice(-2).join('/'), 400) : folderName(folder)
}

function groupedBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const item of items)
    groups.set(keyOf(item), [...groups.get(keyOf(item)) ?? [], item])
  return groups
}
