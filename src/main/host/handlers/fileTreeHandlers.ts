import type { HostHandlers } from '../../../shared/contract/contract'
import type { fileTreeMethods } from '../../../shared/contract/methods/fileTreeMethods'
import type { Threads } from '../../threads/threads'
import type { Subscriber } from '../subscribers'
import { relative } from 'node:path'
import { isWithin, outermost } from '../../../shared/paths'
import { asHostError } from '../../buffers/asHostError'
import { checkedOutAt } from '../../changes/git/gitState'
import { fileMarks } from '../../files/fileMarks'
import { FolderWatches } from '../../files/folderWatches'
import { searchFiles } from '../../files/searchFiles'
import { meantPath, type ThreadPlaces } from '../../threads/mentions/threadPlaces'
import { listFolder } from '../../workspace/listing/listFolder'
import { isProtected } from '../../workspace/protectedNames'

/** Answers what lies in a thread's folders. A renderer watches the folders of one thread, and its next search ends the one before. */
export function fileTreeHandlers(
  { threads, subscriber }: { threads: Threads, subscriber: Subscriber },
): Pick<HostHandlers, keyof typeof fileTreeMethods> {
  const { tell, gone } = subscriber
  let watched = ''
  const watches = new FolderWatches(folders => tell('filesChanged', { threadId: watched, folders }))
  gone.signal.addEventListener('abort', () => watches.dispose())
  let last: { readonly searchId: string, readonly stop: AbortController } | undefined
  const placesOf = (threadId: string): Promise<ThreadPlaces> => threads.get(threadId).places()
  return {
    listFolder: async ({ threadId, path }) => {
      const places = await placesOf(threadId)
      const folder = path === undefined ? places.folders[0]! : meantPath(path, places) // a thread has one at least
      try {
        return await listFolder(folder, places.workspace)
      }
      catch (error) {
        throw asHostError(error, folder)
      }
    },
    watchFolders: async ({ threadId, paths }) => {
      const { workspace, folders } = await placesOf(threadId)
      const located = await Promise.all(paths.map(path => workspace.locateFolder(path)))
      if (gone.signal.aborted)
        return
      watched = threadId
      // Git's own folders too: what is committed or checked out changes the marks.
      const git = folders.flatMap(folder => checkedOutAt(folder)?.folder ?? [])
      watches.set([...located.flatMap(location => location.kind === 'inside' ? [location.realPath] : []), ...paths.length > 0 ? git : []])
    },
    currentBranch: async ({ threadId }) => checkedOutAt((await placesOf(threadId)).folders[0]!)?.branch, // a thread has one at least
    listFileMarks: async ({ threadId }) => (await Promise.all((await placesOf(threadId)).folders.map(fileMarks))).flat(),
    searchFiles: async ({ threadId, searchId, ...search }) => {
      last?.stop.abort()
      const stop = new AbortController()
      last = { searchId, stop }
      const { folders } = await placesOf(threadId)
      return searchFiles({
        search,
        folders: outermost(folders, process.platform), // those inside others are searched with them
        isShown: path => !isSecret(path, folders),
        onMatches: files => tell('fileMatches', { searchId, files }),
        signal: AbortSignal.any([stop.signal, gone.signal]),
      })
    },
    stopFileSearch: ({ searchId }) => {
      if (last?.searchId === searchId)
        last.stop.abort()
    },
  }
}

/** Its name says that it holds secrets, which Parley shows nowhere. */
function isSecret(path: string, folders: readonly string[]): boolean {
  return folders.some(folder => isWithin(path, folder, process.platform) && isProtected(relative(folder, path), 'read'))
}
