import type { HostHandlers } from '../../../shared/contract/contract'
import type { trustMethods } from '../../../shared/contract/methods/trustMethods'
import type { Threads } from '../../threads/threads'

/** Takes the person's answer where the command of a thread's agent has changed. */
export function trustHandlers({ threads }: { threads: Threads }): Pick<HostHandlers, keyof typeof trustMethods> {
  return {
    trustCommand: ({ threadId, command }) => threads.trustCommand(threadId, command),
    declineCommand: ({ threadId }) => threads.get(threadId).gate.decline(),
  }
}
