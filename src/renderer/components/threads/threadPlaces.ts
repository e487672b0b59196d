import type { ThreadSummary } from '../../../shared/contract/threadSummary'
import { distinctNames } from '../../text/paths'
import { scratchWords } from '../../words'

/** Names of threads' folders; equal names are distinguished by their parents. */
export function threadPlaces(threads: readonly ThreadSummary[]): (thread: ThreadSummary) => string {
  const folders = [...new Set(threads.flatMap(({ isScratch, folder }) => isScratch ? [] : [folder]))]
  const names = new Map(distinctNames(folders).map((name, index) => [folders[index], name]))
  return ({ isScratch, folder }) => isScratch ? scratchWords.name : names.get(folder) ?? folder
}
