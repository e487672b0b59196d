import type { ThreadSummary } from '../../../shared/contract/contract'

/** The threads of one folder. */
export interface ThreadGroup {
  readonly folder: string
  /** The folder's last name, with its parent's where two folders would look the same. */
  readonly name: string
  readonly threads: readonly ThreadSummary[]
}

/** Threads by folder, in the order in which they come; only those that contain every word of `search`. */
export function threadGroups(threads: readonly ThreadSummary[], search = ''): ThreadGroup[] {
  const words = search.toLowerCase().split(/\s+/).filter(word => word !== '')
  const found = threads.filter(thread =>
    words.every(word => `${thread.title} ${thread.agentName} ${thread.folder}`.toLowerCase().includes(word)),
  )
  const byFolder = groupedBy(found, thread => thread.folder)
  const names = groupedBy([...byFolder.keys()], folderName)
  return [...byFolder].map(([folder, members]) => ({
    folder,
    name: (names.get(folderName(folder))?.length ?? 0) > 1 ? parts(folder).slice(-2).join('/') : folderName(folder),
    threads: members,
  }))
}

function groupedBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const item of items)
    groups.set(keyOf(item), [...groups.get(keyOf(item)) ?? [], item])
  return groups
}

/** The last part of a path, on any platform. */
export function folderName(folder: string): string {
  return parts(folder).at(-1) ?? folder
}

function parts(folder: string): string[] {
  return folder.split(/[/\\]/).filter(part => part !== '')
}
