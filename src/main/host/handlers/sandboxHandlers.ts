import type { HostHandlers } from '../../../shared/contract/contract'
import type { sandboxMethods } from '../../../shared/contract/methods/sandboxMethods'
import type { Threads } from '../../threads/threads'
import type { Sandboxes } from '../sandboxes'

/** Answers the dialog "Sandbox for commands". */
export function sandboxHandlers({
  sandboxes,
  threads,
}: {
  sandboxes: Sandboxes
  threads: Threads
}): Pick<HostHandlers, keyof typeof sandboxMethods> {
  const folderOf = (threadId: string): string => threads.get(threadId).summary.folder
  return {
    readSandbox: ({ threadId }) => sandboxes.read(folderOf(threadId)),
    setSandbox: ({ threadId, rules }) => {
      if (!rules)
        threads.get(threadId).leaveSandbox()
      return sandboxes.set(folderOf(threadId), rules)
    },
    runOutside: ({ threadId, terminalId }) => threads.get(threadId).runOutside(terminalId),
  }
}
