import type { ThreadSummary } from '../../../shared/contract/threadSummary'
import { rankMatches } from '../../text/match'
import { folderName, pathParts } from '../../text/paths'
import { readableLine } from '../../text/readableText'

/** The threads of one folder. */
export interface ThreadGroup {
  readonly folder: string
  /** The folder's last name, with its parent's where two folders would look the same. */
  readonly name: string
  readonly threads: readonly ThreadSummary[]
}

/** Threads by folder, in their order; those that match `search`, best first. */
export function threadGroups(threads: readonly ThreadSummary[], search = ''): ThreadGroup[] {
  const found = rankMatches(threads, search, ({ title, agentName, folder }) => `${title} ${agentName} ${folder}`)
  const byFolder = groupedBy(found, thread => thread.folder)
  const names = groupedBy([...byFolder.keys()], folderName)
  return [...byFolder].map(([folder, members]) => ({
    folder,
    name: (names.get(folderName(folder))?.length ?? 0) > 1 ? readableLine(pathParts(folder).slice(-2).join('/')) : folderName(folder),
    threads: members,
  }))
}

function groupedBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const item of items)
    groups.set(keyOf(item), [...groups.get(keyOf(item)) ?? [], item])
  return groups
}
