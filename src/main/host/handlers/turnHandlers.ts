import type { ContentBlock } from '@agentclientprotocol/sdk'
import type { HostHandlers } from '../../../shared/contract/contract'
import type { turnMethods } from '../../../shared/contract/methods/turnMethods'
import type { HandlerServices } from '../handlerServices'

/** Handlers for a thread's turns: prompts, answers, options, queue and drafts. */
export function createTurnHandlers({ threads, store }: HandlerServices): Pick<HostHandlers, keyof typeof turnMethods> {
  return {
    // The contract checks that every block has a type; the agent's capabilities determine which types it accepts.
    sendPrompt: ({ threadId, content, messageId }) =>
      threads.get(threadId).sendPrompt(content as ContentBlock[], messageId),
    wasSent: ({ threadId, messageId }) => threads.get(threadId).wasSent(messageId),
    cancelTurn: ({ threadId }) => threads.get(threadId).cancelTurn(),
    forceStop: ({ threadId }) => threads.get(threadId).forceStop(),
    restartAgent: ({ threadId }) => threads.get(threadId).restartAgent(),
    answerPermission: ({ threadId, requestId, optionId, ...more }) =>
      threads.get(threadId).answerPermission(requestId, optionId ?? undefined, more),
    answerElicitation: ({ threadId, requestId, response }) =>
      threads.get(threadId).answerElicitation(requestId, response),
    setMode: ({ threadId, modeId }) => threads.get(threadId).options.setMode(modeId),
    setConfigOption: ({ threadId, configId, value }) => threads.get(threadId).options.setConfigOption(configId, value),

    // The contract checks that every block has a type; the agent's capabilities determine which types it accepts.
    queuePrompt: ({ threadId, content, isNext, messageId }) =>
      threads.get(threadId).queuePrompt(content as ContentBlock[], { isNext, messageId }),
    changeQueued: ({ threadId, messageId, content, ...change }) =>
      threads.get(threadId).queue.change(messageId, { ...change, ...content && { content: content as ContentBlock[] } }),
    removeQueued: ({ threadId, messageId }) => threads.get(threadId).queue.remove(messageId),
    sendQueuedNow: ({ threadId, messageId }) => threads.get(threadId).queue.sendNow(messageId),
    steerQueued: ({ threadId, messageId }) => threads.get(threadId).queue.steer(messageId),
    resumeQueue: ({ threadId }) => threads.get(threadId).queue.resume(),

    retryChoices: ({ threadId }) => threads.get(threadId).options.gate.retry(),
    acceptLostChoices: ({ threadId, lost }) => threads.get(threadId).options.gate.accept(lost),
    answerUnaskedStart: ({ threadId, start, isAllowed }) =>
      threads.get(threadId).options.answerUnaskedStart(start, isAllowed),
    declineLostChoices: ({ threadId }) => threads.get(threadId).options.gate.decline(),

    readDraft: ({ threadId }) => store.readDraft(threads.get(threadId).summary.threadId),
    saveDraft: ({ threadId, ...change }) => store.saveDraft(threads.get(threadId).summary.threadId, change),
  }
}
