import type { ThreadSummary } from '../../../shared/contract/threadSummary'
import { toDistinctNames } from '../../text/paths'
import { formatThreadPlace } from '../../text/threadPlace'

/** Returns a function that names a thread's folder. Equal names are distinguished by their parents. */
export function createPlaceNamer(threads: readonly ThreadSummary[]): (thread: ThreadSummary) => string {
  const folders = [...new Set(threads.flatMap(({ isScratch, folder }) => isScratch ? [] : [folder]))]
  const names = new Map(toDistinctNames(folders).map((name, index) => [folders[index], name]))
  return thread => thread.isScratch ? formatThreadPlace(thread) : names.get(thread.folder) ?? thread.folder
}
