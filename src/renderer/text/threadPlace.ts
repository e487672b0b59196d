import type { ThreadSummary } from '../../shared/contract/threadSummary'
import { scratchWords } from '../words'
import { getFolderName } from './paths'
import { visibleName } from './visibleText'

type PlacedThread = Pick<ThreadSummary, 'folder' | 'isScratch' | 'elsewhere'>

/** Whether the thread's folder is on this machine. If not, an empty folder represents it here. */
export function hasFilesHere({ elsewhere }: PlacedThread): boolean {
  return elsewhere?.folder === undefined
}

/** Returns the name of a thread's folder, which may be on another machine. */
export function getThreadFolderName({ folder, isScratch, elsewhere }: PlacedThread): string {
  if (elsewhere?.folder !== undefined)
    return getFolderName(elsewhere.folder)
  return isScratch ? scratchWords.name : getFolderName(folder)
}

/** Returns the folder's name, preceded by the name of the machine if that is another one. */
export function formatThreadPlace(thread: PlacedThread): string {
  const { elsewhere } = thread
  const name = getThreadFolderName(thread)
  return elsewhere?.folder !== undefined ? `${visibleName(elsewhere.host)}: ${name}` : name
}
