import type { HostHandlers } from '../../../shared/contract/contract'
import type { editorMethods } from '../../../shared/contract/methods/editorMethods'
import type { Threads } from '../../threads/threads'
import type { Editors } from '../editors'
import { existingFiles, fileToOpen } from '../../threads/mentions/existingFiles'

/** Answers what is done with files outside Parley: only with those that the thread's guard serves, looked at anew each time. */
export function editorHandlers(
  { threads, editors }: { threads: Threads, editors: Editors },
): Pick<HostHandlers, keyof typeof editorMethods> {
  return {
    findPaths: async ({ threadId, paths }) => existingFiles(paths, await threads.get(threadId).places()),
    editors: async ({ threadId }) => editors.view(threadId === undefined ? [] : (await threads.get(threadId).places()).workspace.roots),
    chooseEditor: ({ id }) => editors.choose(id),
    openInEditor: async ({ threadId, path, line, column }) => {
      const places = await threads.get(threadId).places()
      return editors.open({ path: await fileToOpen(path, places), line, column }, places.workspace.roots)
    },
    revealPath: async ({ threadId, path }) => editors.reveal(await fileToOpen(path, await threads.get(threadId).places())),
  }
}
