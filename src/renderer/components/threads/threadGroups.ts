import type { ThreadSummary } from '../../../shared/contract/threadSummary'
import { rankMatches } from '../../text/match'
import { folderName, pathParts } from '../../text/paths'
import { readableLine } from '../../text/readableText'
import { scratchWords } from '../../words'
import { scratchGroup } from './words'

/** The threads of one folder, or those without one. */
export interface ThreadGroup {
  /** Nothing for threads without one. */
  readonly folder: string
  /** The folder's last name, with its parent's where two folders would look the same. */
  readonly name: string
  readonly threads: readonly ThreadSummary[]
}

/** Threads by folder, in their order; those that match `search`, best first. */
export function threadGroups(threads: readonly ThreadSummary[], search = ''): ThreadGroup[] {
  const found = rankMatches(threads, search, ({ title, agentName, folder, isScratch }) =>
    `${title} ${agentName} ${isScratch ? scratchWords.name : folder}`)
  const byFolder = groupedBy(found, ({ folder, isScratch }) => isScratch ? '' : folder)
  const names = groupedBy([...byFolder.keys()], folderName)
  return [...byFolder].map(([folder, members]) => ({
    folder,
    name: folder === '' ? scratchGroup : nameAmong(folder, names.get(folderName(folder)) ?? []),
    threads: members,
  }))
}

/** The folders that threads work in, latest first. */
export function foldersOf(threads: readonly ThreadSummary[]): string[] {
  return [...new Set(threads.filter(({ isScratch }) => !isScratch).map(({ folder }) => folder))]
}

function nameAmong(folder: string, ofThatName: readonly string[]): string {
  return ofThatName.length > 1 ? readableLine(pathParts(folder).slice(-2).join('/')) : folderName(folder)
}

function groupedBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const item of items)
    groups.set(keyOf(item), [...groups.get(keyOf(item)) ?? [], item])
  return groups
}
