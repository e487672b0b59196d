import type { HostHandlers } from '../../../shared/contract/contract'
import type { mentionMethods } from '../../../shared/contract/methods/mentionMethods'
import type { PathLists } from '../../threads/mentions/pathLists'
import type { Threads } from '../../threads/threads'
import { mentionedPath, previewedPath } from '../../threads/mentions/mentionedPath'

/** Answers what can be mentioned in a message: only what the thread's guard serves. */
export function mentionHandlers(
  { threads, pathLists }: { threads: Threads, pathLists: PathLists },
): Pick<HostHandlers, keyof typeof mentionMethods> {
  return {
    listPaths: async ({ threadId, ...from }) => pathLists.read(threadId, await threads.get(threadId).places(), from),
    mentionPath: async ({ threadId, ...mention }) => mentionedPath(mention, await threads.get(threadId).places()),
    readTerminal: ({ threadId, terminalId }) => threads.get(threadId).terminals.view(terminalId),
    previewPath: async ({ threadId, path }) => previewedPath(path, await threads.get(threadId).places()),
  }
}
