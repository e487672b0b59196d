import type { ContentBlock } from '@agentclientprotocol/sdk'
import type { HostHandlers } from '../../../shared/contract/contract'
import type { queueMethods } from '../../../shared/contract/methods/queueMethods'
import type { Threads } from '../../threads/threads'

/** Answers what the person does with messages that wait. */
export function queueHandlers({ threads }: { threads: Threads }): Pick<HostHandlers, keyof typeof queueMethods> {
  return {
    // The contract checks that every block has a type; the agent's capabilities decide which types it takes.
    queuePrompt: ({ threadId, content, isNext, messageId }) =>
      threads.get(threadId).queuePrompt(content as ContentBlock[], { isNext, messageId }),
    changeQueued: ({ threadId, messageId, content, ...change }) =>
      threads.get(threadId).queue.change(messageId, { ...change, ...content && { content: content as ContentBlock[] } }),
    removeQueued: ({ threadId, messageId }) => threads.get(threadId).queue.remove(messageId),
    sendQueuedNow: ({ threadId, messageId }) => threads.get(threadId).queue.sendNow(messageId),
    steerQueued: ({ threadId, messageId }) => threads.get(threadId).queue.steer(messageId),
    resumeQueue: ({ threadId }) => threads.get(threadId).queue.resume(),
  }
}
