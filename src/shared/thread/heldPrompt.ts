import { z } from 'zod'

const value = z.union([z.string(), z.boolean()])

/**
 * A mode, or another option, by which the agent of a new session acts without asking, though the person did not choose
 * it.
 */
export const unaskedStartSchema = z.object({
  /** The config option; without one, it is the mode. */
  configId: z.string().optional(),
  /** What the option is called. */
  name: z.string(),
  value,
  valueName: z.string(),
  /** What the agent says that it does. */
  about: z.string().optional(),
  /** What it can be set to instead, so that it asks. */
  instead: z.object({ value, name: z.string() }).optional(),
})

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
 * A prompt is held: the agent is not in the mode, or has not the options, that the person chose; or it would act
 * without asking, which the person did not choose.
 */
export interface ChoicesLost {
  readonly state: 'choices-lost'
  readonly lost: readonly LostChoice[]
  readonly unasked?: readonly UnaskedStart[]
}

/** One such mode or option. */
export type UnaskedStart = z.infer<typeof unaskedStartSchema>
