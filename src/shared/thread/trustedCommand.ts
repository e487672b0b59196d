import { z } from 'zod'

/** A command that a person trusts to start an agent: shown to them and compared literally. */
export const trustedCommandSchema = z.object({
  /** The command line as a person would type it, with the absolute path of the program. */
  line: z.string(),
  /** The names of the environment variables added to the person's own. */
  variables: z.array(z.string()),
})

export type TrustedCommand = z.infer<typeof trustedCommandSchema>

/**
 * The command of a thread's agent differs from the one last trusted in that folder; nothing runs until the person
 * decides.
 */
export interface CommandChanged {
  readonly state: 'command-changed'
  readonly command: TrustedCommand
  /** The previously trusted command, if known. */
  readonly trusted?: TrustedCommand
}
