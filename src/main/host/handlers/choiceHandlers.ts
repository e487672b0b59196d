import type { HostHandlers } from '../../../shared/contract/contract'
import type { choiceMethods } from '../../../shared/contract/methods/choiceMethods'
import type { Threads } from '../../threads/threads'

/** Takes the person's answer where a prompt is held because the agent lost what they chose. */
export function choiceHandlers({ threads }: { threads: Threads }): Pick<HostHandlers, keyof typeof choiceMethods> {
  return {
    retryChoices: ({ threadId }) => threads.get(threadId).options.gate.retry(),
    acceptLostChoices: ({ threadId, lost }) => threads.get(threadId).options.gate.accept(lost),
    answerUnaskedStart: ({ threadId, start, isAllowed }) => threads.get(threadId).options.answerUnaskedStart(start, isAllowed),
    declineLostChoices: ({ threadId }) => threads.get(threadId).options.gate.decline(),
  }
}
