import type { CreateElicitationResponse } from '@agentclientprotocol/sdk'
import { z } from 'zod'
import { maxPathCharacters } from '../../files/fileLimits'
import { isJsonObject } from '../../text/jsonObject'
import { lostChoiceSchema, unaskedStartSchema } from '../../thread/heldPrompt'
import { maxAttachments, maxComments } from '../../thread/text/promptText'
import { method } from '../method'

/** A new UUID of the window's for each message that it sends or queues. */
const messageId = z.uuid()

/**
 * A queued message of a thread. Every method that names one fails with `not_found` when it was sent or removed
 * meanwhile.
 */
const message = { threadId: z.string(), messageId: z.string() }
const content = z.array(z.looseObject({ type: z.string() })).min(1)

/** What a person wrote in a thread and did not send yet. */
export interface SavedDraft {
  readonly text: string
  /** Files that go along. */
  readonly attachments: readonly z.infer<typeof attachment>[]
  /** What they say about lines of files that changed. */
  readonly comments: readonly LineComment[]
}

/** What of it is new: attachments may be large, so they are sent only when they change. */
export type DraftChange = Partial<SavedDraft>

/** What a person says about a line of a file. */
export type LineComment = Readonly<z.infer<typeof comment>>

/**
 * `line`: its number in the file as it is, or as it was before where the line was removed; from 1. `quote`: what the
 * line says.
 */
const comment = z.object({
  id: z.string().max(100),
  path: z.string().min(1).max(maxPathCharacters),
  line: z.number().int().min(0),
  isRemoved: z.boolean(),
  quote: z.string().max(1_000),
  text: z.string().max(100_000),
})

const attachment = z.object({
  id: z.string(),
  name: z.string(),
  size: z.number(),
  content: z.looseObject({ type: z.string() }),
  lent: z.enum(['itself', 'copy']).optional(),
  mention: z.string().max(5_000).optional(),
})

/** Methods about a thread's turns: prompts, answers, options, the queue and drafts. */
export const turnMethods = {
  /** Sends a prompt, starting or reconnecting the agent first if needed. Answers once the prompt is stored. */
  sendPrompt: method(z.object({
    threadId: z.string(),
    content,
    messageId: messageId.optional(),
  })).returns<void>(),
  /**
   * What became of a message after the connection was lost: answers, once that is known, whether it was sent or queued.
   */
  wasSent: method(z.object({ threadId: z.string(), messageId })).returns<boolean>(),
  /** Asks the agent to end the turn; every pending question is answered `cancelled`. */
  cancelTurn: method(z.object({ threadId: z.string() })).returns<void>(),
  /** Kills the agent's process; the next prompt starts it again. */
  forceStop: method(z.object({ threadId: z.string() })).returns<void>(),
  /** Restarts the agent and resumes the thread's session if the agent can. */
  restartAgent: method(z.object({ threadId: z.string() })).returns<void>(),
  /**
   * Answers a permission request; `null` cancels it. With a scope, Parley remembers that the agent's further commands
   * are allowed. A reason is the next message to the agent, whatever else is queued.
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

  /**
   * Stores a message to be sent when the running turn, and those of the messages before it, have ended well; where none
   * runs, at once. With `isNext`, it then goes before all others, also while the queue is paused.
   */
  queuePrompt: method(z.object({
    threadId: z.string(),
    content,
    isNext: z.boolean().optional(),
    messageId: messageId.optional(),
  })).returns<void>(),
  /** Changes what it says, holds or releases it, or moves it before another one (`null`: to the end). */
  changeQueued: method(z.object({
    ...message,
    content: content.optional(),
    isHeld: z.boolean().optional(),
    before: z.string().nullable().optional(),
  })).returns<void>(),
  removeQueued: method(z.object(message)).returns<void>(),
  /** Sends it next, before those ahead of it. A running turn is stopped first. */
  sendQueuedNow: method(z.object(message)).returns<void>(),
  /**
   * Gives it to the agent within the running turn, where the agent takes that; otherwise it stays in the queue, and the
   * call fails.
   */
  steerQueued: method(z.object(message)).returns<void>(),
  /** Sends on, after the queue was paused. */
  resumeQueue: method(z.object({ threadId: z.string() })).returns<void>(),

  /** Sets the choices once more, and sends the prompt where they hold now. */
  retryChoices: method(z.object({ threadId: z.string() })).returns<void>(),
  /**
   * Sends the prompt as the agent stands, which is the person's choice from then on. Fails if it stands otherwise than
   * was shown.
   */
  acceptLostChoices: method(z.object({ threadId: z.string(), lost: z.array(lostChoiceSchema) })).returns<void>(),
  /**
   * Lets the agent begin as it does in this folder, or sets it to what was offered instead, now and whenever it begins
   * so again. Fails if it stands otherwise than was shown.
   */
  answerUnaskedStart: method(z.object({ threadId: z.string(), start: unaskedStartSchema, isAllowed: z.boolean() })).returns<void>(),
  /** Does not send the prompt. */
  declineLostChoices: method(z.object({ threadId: z.string() })).returns<void>(),

  readDraft: method(z.object({ threadId: z.string() })).returns<SavedDraft | undefined>(),
  /**
   * Keeps it until it is sent or the thread is deleted; of two windows that write, the later one counts. An empty one
   * is forgotten.
   */
  saveDraft: method(z.object({
    threadId: z.string(),
    text: z.string().max(4_000_000).optional(),
    attachments: z.array(attachment).max(maxAttachments).readonly().optional(),
    comments: z.array(comment).max(maxComments).readonly().optional(),
  })).returns<void>(),
}

function isElicitationResponse(value: unknown): boolean {
  return isJsonObject(value) && ['accept', 'decline', 'cancel'].includes(String(value.action))
}
