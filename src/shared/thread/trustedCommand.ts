import { z } from 'zod'

/** What a person trusts to start an agent: shown to them and compared literally. */
export const trustedCommandSchema = z.object({
  /** The command line as a person would type it, the program by its full path. */
  line: z.string(),
  /** The names of the variables that it gets besides the person's own. */
  variables: z.array(z.string()),
})

/** A command as it is trusted. */
export type TrustedCommand = z.infer<typeof trustedCommandSchema>

/**
 * The command of a thread's agent differs from the one last trusted in that folder; nothing runs until the person
 * answers.
 */
export interface CommandChanged {
  readonly state: 'command-changed'
  readonly command: TrustedCommand
  /** The command trusted before, if it is known. */
  readonly trusted?: TrustedCommand
}
