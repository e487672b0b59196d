import type { BufferPlace } from '../buffers/buffers'
import type { Threads } from '../threads/threads'
import { isWithin } from '../../shared/paths'
import { asHostError } from '../buffers/asHostError'
import { realPathOrItself } from '../system/realPathOrItself'
import { meantPath } from '../threads/mentions/threadPlaces'
import { outsideError } from '../workspace/fileErrors'
import { isProtected } from '../workspace/protectedNames'

/** Where a file of a thread's is that a person wants to edit. */
export interface EditedPlace extends BufferPlace {
  /** Its name says that it holds secrets. */
  readonly isSecret: boolean
}

/** Finds the file as the guard does. Throws what that says of paths outside the thread's folders. */
export async function editedPlace({ threadId, path }: { threadId: string, path: string }, threads: Threads): Promise<EditedPlace> {
  const places = await threads.get(threadId).places()
  const location = await places.workspace.locate(meantPath(path, places))
  if (location.kind !== 'inside')
    throw asHostError(location.kind === 'refused' ? location.error : outsideError(), path)
  return { threadId, realPath: location.realPath, isSecret: location.relativePaths.some(name => isProtected(name, 'read')) }
}

/** A thread that has the file in its folders; the one in which it was opened, where that is there still. */
export function threadWith({ threadId, path }: { threadId: string, path: string }, threads: Threads): string | undefined {
  const all = threads.list()
  return (all.find(thread => thread.threadId === threadId) ?? all.find(({ folder, additionalFolders = [] }) =>
    [folder, ...additionalFolders].some(root => isWithin(path, realPathOrItself(root), process.platform))))?.threadId
}
