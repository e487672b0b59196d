import { z } from 'zod'

const value = z.union([z.string(), z.boolean()])

/** A mode, or another option, by which the agent of a new session acts without asking, though the person did not choose it. */
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

/** One such mode or option. */
export type UnaskedStart = z.infer<typeof unaskedStartSchema>
