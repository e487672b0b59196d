import type { ContentBlock } from '@agentclientprotocol/sdk'
import type { HostHandlers } from '../../../shared/contract/contract'
import type { turnMethods } from '../../../shared/contract/methods/turnMethods'
import type { Threads } from '../../threads/threads'

/** Prompts a thread's agent, answers its questions and sets its options. */
export function turnHandlers({ threads }: { threads: Threads }): Pick<HostHandlers, keyof typeof turnMethods> {
  return {
    // The contract checks that every block has a type; the agent's capabilities decide which types it takes.
    sendPrompt: ({ threadId, content, messageId }) => threads.get(threadId).sendPrompt(content as ContentBlock[], messageId),
    wasSent: ({ threadId, messageId }) => threads.get(threadId).wasSent(messageId),
    cancelTurn: ({ threadId }) => threads.get(threadId).cancelTurn(),
    forceStop: ({ threadId }) => threads.get(threadId).forceStop(),
    restartAgent: ({ threadId }) => threads.get(threadId).restartAgent(),
    answerPermission: ({ threadId, requestId, optionId, ...more }) =>
      threads.get(threadId).answerPermission(requestId, optionId ?? undefined, more),
    answerElicitation: ({ threadId, requestId, response }) => threads.get(threadId).answerElicitation(requestId, response),
    setMode: ({ threadId, modeId }) => threads.get(threadId).options.setMode(modeId),
    setConfigOption: ({ threadId, configId, value }) => threads.get(threadId).options.setConfigOption(configId, value),
  }
}
