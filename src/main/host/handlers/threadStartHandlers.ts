import type { ContentBlock } from '@agentclientprotocol/sdk'
import type { HostHandlers } from '../../../shared/contract/contract'
import type { threadStartMethods } from '../../../shared/contract/methods/threadStartMethods'
import type { NewThreads } from '../../threads/newThread/newThreads'
import type { AttachedFiles } from '../../threads/requests/attachedFiles'
import type { Threads } from '../../threads/threads'
import type { AgentDefaults } from '../agents/agentDefaults'
import { HostError } from '../../../shared/errors'
import { readTranscriptText } from '../../threads/export/readTranscriptText'
import { type AgentFinder, trustedAgent } from '../agents/trustedAgent'

/** What `threadStartHandlers` needs of the host. */
interface ThreadStartHandlersOptions extends AgentFinder {
  readonly threads: Threads
  readonly newThreads: NewThreads
  readonly attachments: AttachedFiles
  readonly agentDefaults: AgentDefaults
}

/** Answers what begins a thread. */
export function threadStartHandlers({
  threads,
  newThreads,
  attachments,
  agentDefaults,
  ...finder
}: ThreadStartHandlersOptions): Pick<HostHandlers, keyof typeof threadStartMethods> {
  return {
    startThread: async ({ agentId, command, ...begin }) => {
      const thread = await newThreads.start({ agent: trustedAgent(finder, { agentId, command }), command, ...begin })
      return { threadId: thread.summary.threadId }
    },
    isTrusted: ({ folder, ...shown }) => newThreads.isTrusted(() => trustedAgent(finder, shown), folder),
    forkThread: async ({ threadId }) => {
      const { agentId, agentName, isScratch } = threads.get(threadId).summary
      if (isScratch) {
        throw new HostError(
          'unsupported',
          'The agent\'s copy would work in the same scratch folder, which is lent to this thread alone. Edit an earlier message instead.',
        )
      }
      if (!agentDefaults.isOn(agentId, 'fork'))
        throw new HostError('unsupported', `Forking is experimental and switched off. Switch it on in the settings of ${agentName}.`)
      const thread = await newThreads.fork(threadId)
      attachments.lent.copy(threadId, thread.summary.threadId)
      return { threadId: thread.summary.threadId }
    },
    branchThread: ({ threadId, promptId, content }) => {
      // As in `sendPrompt`: the agent's capabilities decide which types it takes.
      const thread = newThreads.branch(threadId, promptId, content as ContentBlock[])
      attachments.lent.copy(threadId, thread.summary.threadId) // its agent has not been asked anything yet
      return { threadId: thread.summary.threadId }
    },
    readTranscriptText: ({ threadId }) => readTranscriptText(threads.get(threadId)),
  }
}
