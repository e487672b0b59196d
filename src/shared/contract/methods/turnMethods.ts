import type { CreateElicitationResponse } from '@agentclientprotocol/sdk'
import { z } from 'zod'
import { isJsonObject } from '../../text/jsonObject'
import { method } from '../method'

/** A new UUID of the window's for each message that it sends or queues. */
export const messageId = z.uuid()

/** Methods that prompt the agent, answer its questions and set its options. */
export const turnMethods = {
  /** Sends a prompt, starting or reconnecting the agent first if needed. Answers once the prompt is stored. */
  sendPrompt: method(z.object({
    threadId: z.string(),
    content: z.array(z.looseObject({ type: z.string() })).min(1),
    messageId: messageId.optional(),
  })).returns<void>(),
  /** What became of a message after the connection was lost: answers, once that is known, whether it was sent or queued. */
  wasSent: method(z.object({ threadId: z.string(), messageId })).returns<boolean>(),
  /** Asks the agent to end the turn; every pending question is answered `cancelled`. */
  cancelTurn: method(z.object({ threadId: z.string() })).returns<void>(),
  /** Kills the agent's process; the next prompt starts it again. */
  forceStop: method(z.object({ threadId: z.string() })).returns<void>(),
  /** Restarts the agent and resumes the thread's session if the agent can. */
  restartAgent: method(z.object({ threadId: z.string() })).returns<void>(),
  /**
   * Answers a permission request; `null` cancels it. With a scope, Parley remembers that the agent's further commands are allowed. A
   * reason is the next message to the agent, whatever else is queued.
   */
  answerPermission: method(
    z.object({
      threadId: z.string(),
      requestId: z.string(),
      optionId: z.string().nullable(),
      scope: z.enum(['thread', 'thread_in_sandbox']).optional(),
      reason: z.string().trim().min(1).max(10_000).optional(),
    }),
  ).returns<void>(),
  answerElicitation: method(
    z.object({ threadId: z.string(), requestId: z.string(), response: z.custom<CreateElicitationResponse>(isElicitationResponse) }),
  ).returns<void>(),
  setMode: method(z.object({ threadId: z.string(), modeId: z.string() })).returns<void>(),
  setConfigOption: method(
    z.object({ threadId: z.string(), configId: z.string(), value: z.union([z.string(), z.boolean()]) }),
  ).returns<void>(),
}

function isElicitationResponse(value: unknown): boolean {
  return isJsonObject(value) && ['accept', 'decline', 'cancel'].includes(String(value.action))
}
