import { z } from 'zod'
import { method } from '../method'
import { messageId } from './turnMethods'

/** A queued message of a thread. Every method that names one fails with `not_found` when it was sent or removed meanwhile. */
const message = { threadId: z.string(), messageId: z.string() }
const content = z.array(z.looseObject({ type: z.string() })).min(1)

/** Methods about messages that wait for the end of a turn. */
export const queueMethods = {
  /**
   * Stores a message to be sent when the running turn, and those of the messages before it, have ended well; where none runs, at once.
   * With `isNext`, it then goes before all others, also while the queue is paused.
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
  /** Gives it to the agent within the running turn, where the agent takes that; otherwise it stays in the queue, and the call fails. */
  steerQueued: method(z.object(message)).returns<void>(),
  /** Sends on, after the queue was paused. */
  resumeQueue: method(z.object({ threadId: z.string() })).returns<void>(),
}
