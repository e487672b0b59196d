import type { HostHandlers } from '../../../shared/contract/contract'
import type { signInMethods } from '../../../shared/contract/methods/signInMethods'
import type { Threads } from '../../threads/threads'
import type { AgentKeys } from '../agents/agentKeys'

/** Answers who signs a thread's agent in or out. */
export function signInHandlers({ threads, keys: agentKeys }: {
  threads: Threads
  keys: AgentKeys
}): Pick<HostHandlers, keyof typeof signInMethods> {
  return {
    signIn: ({ threadId, methodId }) => threads.signIn(threadId, methodId),
    signInByKey: ({ threadId, methodId, keys }) => {
      agentKeys.set(threads.get(threadId).summary.agentId, keys)
      return threads.signIn(threadId, methodId, { isNewProcess: true })
    },
    cancelSignIn: ({ threadId }) => threads.get(threadId).signIn.cancel(),
    signOut: ({ threadId }) => threads.get(threadId).signIn.signOut(),
  }
}
