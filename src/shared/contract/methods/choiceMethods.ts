import { z } from 'zod'
import { method } from '../method'

/** What the person chose in a thread and its agent does not have, in words. */
const lostChoiceSchema = z.object({
  /** The config option; without one, it is the mode. */
  configId: z.string().optional(),
  name: z.string(),
  /** The value that was chosen. */
  wanted: z.string(),
  /** The value in force, if the agent has one, and what the agent calls it. */
  now: z.object({ value: z.union([z.string(), z.boolean()]), name: z.string() }).optional(),
  /** What the agent said. */
  why: z.string().optional(),
})
export type LostChoice = z.infer<typeof lostChoiceSchema>

/** A prompt is held: the agent is not in the mode, or has not the options, that the person chose. */
export interface ChoicesLost {
  readonly state: 'choices-lost'
  readonly lost: readonly LostChoice[]
}

/** Methods to answer a thread that holds a prompt. */
export const choiceMethods = {
  /** Sets the choices once more, and sends the prompt where they hold now. */
  retryChoices: method(z.object({ threadId: z.string() })).returns<void>(),
  /** Sends the prompt as the agent stands, which is the person's choice from then on. Fails if it stands otherwise than was shown. */
  acceptLostChoices: method(z.object({ threadId: z.string(), lost: z.array(lostChoiceSchema) })).returns<void>(),
  /** Does not send the prompt. */
  declineLostChoices: method(z.object({ threadId: z.string() })).returns<void>(),
}
