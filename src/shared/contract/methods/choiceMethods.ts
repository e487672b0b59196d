import { z } from 'zod'
import { lostChoiceSchema } from '../../thread/lostChoice'
import { unaskedStartSchema } from '../../thread/unaskedStart'
import { method } from '../method'

/** Methods to answer a thread that holds a prompt. */
export const choiceMethods = {
  /** Sets the choices once more, and sends the prompt where they hold now. */
  retryChoices: method(z.object({ threadId: z.string() })).returns<void>(),
  /** Sends the prompt as the agent stands, which is the person's choice from then on. Fails if it stands otherwise than was shown. */
  acceptLostChoices: method(z.object({ threadId: z.string(), lost: z.array(lostChoiceSchema) })).returns<void>(),
  /**
   * Lets the agent begin as it does in this folder, or sets it to what was offered instead, now and whenever it begins so again. Fails if
   * it stands otherwise than was shown.
   */
  answerUnaskedStart: method(z.object({ threadId: z.string(), start: unaskedStartSchema, isAllowed: z.boolean() })).returns<void>(),
  /** Does not send the prompt. */
  declineLostChoices: method(z.object({ threadId: z.string() })).returns<void>(),
}
