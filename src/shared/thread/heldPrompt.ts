import { z } from 'zod'

const value = z.union([z.string(), z.boolean()])

/**
 * A mode or option with which the agent of a new session acts without asking, although the person did not choose it.
 */
export const unaskedStartSchema = z.object({
  /** The config option's id; absent for the mode. */
  configId: z.string().optional(),
  /** The name of the option. */
  name: z.string(),
  value,
  valueName: z.string(),
  /** The agent's description. */
  about: z.string().optional(),
  /** An alternative value with which the agent asks. */
  instead: z.object({ value, name: z.string() }).optional(),
})

/** A choice of the person that is not in effect in the agent. */
export const lostChoiceSchema = z.object({
  /** The config option's id; absent for the mode. */
  configId: z.string().optional(),
  name: z.string(),
  /** The chosen value. */
  wanted: z.string(),
  /** The value in effect, if any, and its name. */
  now: z.object({ value: z.union([z.string(), z.boolean()]), name: z.string() }).optional(),
  /** The agent's reason. */
  why: z.string().optional(),
})

export type LostChoice = z.infer<typeof lostChoiceSchema>

/**
 * A held prompt: the mode or options that the person chose are not in effect, or the agent would act without asking
 * although the person did not choose that.
 */
export interface ChoicesLost {
  readonly state: 'choices-lost'
  readonly lost: readonly LostChoice[]
  readonly unasked?: readonly UnaskedStart[]
}

export type UnaskedStart = z.infer<typeof unaskedStartSchema>
