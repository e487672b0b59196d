import type { ThreadSummary } from '../../../shared/contract/threadSummary'
import { distinctNames } from '../../text/paths'
import { threadPlace } from '../../text/threadPlace'

/** Names of threads' folders; equal names are distinguished by their parents. */
export function threadPlaces(threads: readonly ThreadSummary[]): (thread: ThreadSummary) => string {
  const folders = [...new Set(threads.flatMap(({ isScratch, folder }) => isScratch ? [] : [folder]))]
  const names = new Map(distinctNames(folders).map((name, index) => [folders[index], name]))
  return thread => thread.isScratch ? threadPlace(thread) : names.get(thread.folder) ?? thread.folder
}
