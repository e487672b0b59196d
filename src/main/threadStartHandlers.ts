import type { HostHandlers } from '../shared/contract'
import type { threadStartMethods } from '../shared/threadStartMethods'
import { readTranscriptText } from './sessions/readTranscriptText'
import type { Threads } from './sessions/threads'
import { trustedAgent, type AgentFinder } from './trustedAgent'

/** What these handlers need of the host. */
interface ThreadStarters extends AgentFinder {
  readonly threads: Threads
}

/** Answers what begins a thread. */
export function threadStartHandlers({ threads, ...finder }: ThreadStarters): Pick<HostHandlers, keyof typeof threadStartMethods> {
  return {
    startThread: async ({ agentId, command, ...begin }) => {
      const thread = await threads.start({ agent: trustedAgent(finder, { agentId, command }), command, ...begin })
      return { threadId: thread.summary.threadId }
    },
    readTranscriptText: ({ threadId }) => readTranscriptText(threads.get(threadId)),
  }
}
