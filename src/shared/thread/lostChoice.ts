import type { UnaskedStart } from './unaskedStart'
import { z } from 'zod'

/** What the person chose in a thread and its agent does not have, in words. */
export const lostChoiceSchema = z.object({
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

/** One such choice. */
export type LostChoice = z.infer<typeof lostChoiceSchema>

/**
 * A prompt is held: the agent is not in the mode, or has not the options, that the person chose; or it would act without asking, which the
 * person did not choose.
 */
export interface ChoicesLost {
  readonly state: 'choices-lost'
  readonly lost: readonly LostChoice[]
  readonly unasked?: readonly UnaskedStart[]
}
