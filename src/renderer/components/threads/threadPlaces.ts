import type { ThreadSummary } from '../../../shared/contract/threadSummary'
import { distinctNames } from '../../text/paths'
import { scratchWords } from '../../words'

/** Where threads work, in words for a line of each: folders of one name are told apart by what is above them. */
export function threadPlaces(threads: readonly ThreadSummary[]): (thread: ThreadSummary) => string {
  const folders = [...new Set(threads.flatMap(({ isScratch, folder }) => isScratch ? [] : [folder]))]
  const names = new Map(distinctNames(folders).map((name, index) => [folders[index], name]))
  return ({ isScratch, folder }) => isScratch ? scratchWords.name : names.get(folder) ?? folder
}
