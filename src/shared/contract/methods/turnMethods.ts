import type { CreateElicitationResponse } from '@agentclientprotocol/sdk'
import { z } from 'zod'
import { maxPathCharacters } from '../../files/fileLimits'
import { isJsonObject } from '../../text/jsonObject'
import { lostChoiceSchema, unaskedStartSchema } from '../../thread/heldPrompt'
import { maxAttachments, maxComments } from '../../thread/text/promptText'
import { method } from '../method'

/** A UUID that the window generates for each message it sends or queues. */
const messageId = z.uuid()

/**
 * Identifies a queued message. Methods that take it fail with `not_found` if the message was sent or removed in the
 * meantime.
 */
const message = { threadId: z.string(), messageId: z.string() }
const content = z.array(z.looseObject({ type: z.string() })).min(1)

/** The unsent message of a thread. */
export interface SavedDraft {
  readonly text: string
  /** Files to send with the text. */
  readonly attachments: readonly z.infer<typeof attachment>[]
  /** Comments on lines of changed files. */
  readonly comments: readonly LineComment[]
}

/** The changed fields of a draft. Attachments may be large, so they are sent only when they change. */
export type DraftChange = Partial<SavedDraft>

/** A person's comment on a line of a file. */
export type LineComment = Readonly<z.infer<typeof comment>>

/** `line`: 1-based, in the current file, or in the old one if the line was removed. `quote`: the text of the line. */
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

/** Methods for a thread's turns: prompts, answers, options, queue and drafts. */
export const turnMethods = {
  /** Sends a prompt, starting or reconnecting the agent first if needed. Resolves once the prompt is stored. */
  sendPrompt: method(z.object({
    threadId: z.string(),
    content,
    messageId: messageId.optional(),
  })).returns<void>(),
  /** Whether a message was sent or queued before the connection was lost. Resolves once that is known. */
  wasSent: method(z.object({ threadId: z.string(), messageId })).returns<boolean>(),
  /** Asks the agent to end the turn. All pending questions are answered `cancelled`. */
  cancelTurn: method(z.object({ threadId: z.string() })).returns<void>(),
  /** Kills the agent's process; the next prompt starts it again. */
  forceStop: method(z.object({ threadId: z.string() })).returns<void>(),
  /** Restarts the agent and resumes the thread's session if the agent can. */
  restartAgent: method(z.object({ threadId: z.string() })).returns<void>(),
  /**
   * Answers a permission request; `null` cancels it. With `scope`, Parley also allows the agent's later commands.
   * `reason` becomes the next message to the agent, ahead of the queue.
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
    z.object({
      threadId: z.string(),
      requestId: z.string(),
      response: z.custom<CreateElicitationResponse>(isElicitationResponse),
    }),
  ).returns<void>(),
  setMode: method(z.object({ threadId: z.string(), modeId: z.string() })).returns<void>(),
  setConfigOption: method(
    z.object({ threadId: z.string(), configId: z.string(), value: z.union([z.string(), z.boolean()]) }),
  ).returns<void>(),

  /**
   * Queues a message, to be sent once the running turn and those of earlier messages have succeeded; sends it
   * immediately if no turn is running. With `isNext` it goes first, even while the queue is paused.
   */
  queuePrompt: method(z.object({
    threadId: z.string(),
    content,
    isNext: z.boolean().optional(),
    messageId: messageId.optional(),
  })).returns<void>(),
  /** Edits a queued message, holds or releases it, or moves it before another one (`null`: to the end). */
  changeQueued: method(z.object({
    ...message,
    content: content.optional(),
    isHeld: z.boolean().optional(),
    before: z.string().nullable().optional(),
  })).returns<void>(),
  removeQueued: method(z.object(message)).returns<void>(),
  /** Sends the message ahead of the queue, stopping a running turn first. */
  sendQueuedNow: method(z.object(message)).returns<void>(),
  /**
   * Steers the running turn with the message. If the agent does not support that, the call fails and the message stays
   * queued.
   */
  steerQueued: method(z.object(message)).returns<void>(),
  /** Resumes a paused queue. */
  resumeQueue: method(z.object({ threadId: z.string() })).returns<void>(),

  /** Applies the lost choices again, and sends the prompt if they are in effect. */
  retryChoices: method(z.object({ threadId: z.string() })).returns<void>(),
  /**
   * Sends the prompt with the agent's current options, which become the person's choice. Fails if they differ from what
   * the person saw.
   */
  acceptLostChoices: method(z.object({ threadId: z.string(), lost: z.array(lostChoiceSchema) })).returns<void>(),
  /**
   * Accepts the mode in which the agent starts in this folder, or switches to the offered alternative, now and on later
   * starts in that mode. Fails if the mode differs from what the person saw.
   */
  answerUnaskedStart: method(z.object({
    threadId: z.string(),
    start: unaskedStartSchema,
    isAllowed: z.boolean(),
  })).returns<void>(),
  /** Withdraws the prompt. */
  declineLostChoices: method(z.object({ threadId: z.string() })).returns<void>(),

  readDraft: method(z.object({ threadId: z.string() })).returns<SavedDraft | undefined>(),
  /**
   * Stores the draft until it is sent or the thread is deleted. The last window to write wins; an empty draft is
   * removed.
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
