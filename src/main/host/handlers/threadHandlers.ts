import type { ContentBlock } from '@agentclientprotocol/sdk'
import type { HostHandlers } from '../../../shared/contract/contract'
import type { threadMethods } from '../../../shared/contract/methods/threadMethods'
import type { HandlerServices } from '../handlerServices'
import type { Subscriber } from '../subscribers'
import { HostError } from '../../../shared/errors'
import { readThreadMarkdown } from '../../threads/export/readThreadMarkdown'
import { readTranscriptText } from '../../threads/export/readTranscriptText'
import { findShownAgent } from './agentHandlers'

/**
 * Handlers for threads and transcripts. Tracks which threads this renderer shows. One table: each row is a method of the
 * contract.
 */
export function createThreadHandlers(
  host: HandlerServices,
  subscriber: Subscriber,
): Pick<HostHandlers, keyof typeof threadMethods> {
  const { threads, newThreads, attachments } = host
  return {
    listThreads: () => threads.list(),
    openThread: ({ threadId }) => {
      const thread = threads.get(threadId)
      thread.flush()
      subscriber.threads.add(threadId)
      if (host.subscribers.isInView(threadId))
        thread.markSeen()
      return thread.transcript
    },
    leaveThread: ({ threadId }) => void subscriber.threads.delete(threadId),
    readEntries: ({ threadId, before, limit }) => threads.get(threadId).readEntries(before, limit),
    renameThread: ({ threadId, title }) => threads.update(threadId, { title, titleFrom: 'person' }),
    arrangeThread: ({ threadId, ...places }) => threads.update(threadId, places),
    deleteThreadSoon: ({ threadId }) => threads.removeSoon(threadId),
    restoreThread: ({ threadId }) => threads.restore(threadId),
    deleteThread: ({ threadId, inAgent }) => threads.remove(threadId, { inAgent }),
    countScratchFiles: async ({ threadId }) => {
      const pin = host.store.readThread(threadId)?.scratch
      return pin && host.scratch.count(pin)
    },

    startThread: async ({ agentId, command, ...begin }) => {
      const thread = await newThreads.start({ agent: findShownAgent(host, { agentId, command }), command, ...begin })
      return { threadId: thread.summary.threadId }
    },
    isTrusted: ({ folder, ...shown }) => newThreads.isTrusted(() => findShownAgent(host, shown), folder),
    forkThread: async ({ threadId }) => {
      const { agentId, agentName, isScratch } = threads.get(threadId).summary
      if (isScratch) {
        throw new HostError(
          'unsupported',
          'The agent\'s copy would work in the same scratch folder, which is lent to this thread alone. Edit an earlier message instead.',
        )
      }
      if (!host.agentDefaults.isOn(agentId, 'fork')) {
        throw new HostError(
          'unsupported',
          `Forking is experimental and switched off. Switch it on in the settings of ${agentName}.`,
        )
      }
      const thread = await newThreads.fork(threadId)
      attachments.grants.copy(threadId, thread.summary.threadId)
      return { threadId: thread.summary.threadId }
    },
    branchThread: ({ threadId, promptId, content }) => {
      // As in `sendPrompt`, the agent's capabilities decide which types are accepted.
      const thread = newThreads.branch(threadId, promptId, content as ContentBlock[])
      attachments.grants.copy(threadId, thread.summary.threadId) // its agent has not been prompted yet
      return { threadId: thread.summary.threadId }
    },
    readThreadMarkdown: ({ threadId }) => readThreadMarkdown(threads.get(threadId)),
    readTranscriptText: ({ threadId }) => readTranscriptText(threads.get(threadId)),

    trustCommand: ({ threadId, command }) => threads.trustCommand(threadId, command),
    declineCommand: ({ threadId }) => threads.get(threadId).gate.decline(),
  }
}
