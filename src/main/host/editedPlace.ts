import type { BufferPlace } from '../buffers/buffers'
import type { Threads } from '../threads/threads'
import { asHostError } from '../buffers/asHostError'
import { meantPath } from '../threads/mentions/threadPlaces'
import { outsideError } from '../workspace/fileErrors'
import { isProtected } from '../workspace/protectedNames'

/** Where a file is that a person wants to edit in a thread. */
export interface EditedPlace extends BufferPlace {
  /** Its name says that it holds secrets. */
  readonly isSecret: boolean
}

/** Finds the file as the guard does. Throws the guard's refusal of a path outside the thread's folders. */
export async function editedPlace({ threadId, path }: { threadId: string, path: string }, threads: Threads): Promise<EditedPlace> {
  const places = await threads.get(threadId).places()
  const location = await places.workspace.locate(meantPath(path, places))
  if (location.kind !== 'inside')
    throw asHostError(location.kind === 'refused' ? location.error : outsideError(), path)
  return { threadId, realPath: location.realPath, isSecret: location.relativePaths.some(name => isProtected(name, 'read')) }
}
