import { z } from 'zod'
import { method } from '../method'

/** What a person trusts to start an agent: shown to them and compared literally. */
const trustedCommandSchema = z.object({
  /** The command line as a person would type it, the program by its full path. */
  line: z.string(),
  /** The names of the variables that it gets besides the person's own. */
  variables: z.array(z.string()),
})
export type TrustedCommand = z.infer<typeof trustedCommandSchema>

/** The command of a thread's agent differs from the one last trusted in that folder; nothing runs until the person answers. */
export interface CommandChanged {
  readonly state: 'command-changed'
  readonly command: TrustedCommand
  /** The command trusted before, if it is known. */
  readonly trusted?: TrustedCommand
}

/** Methods to answer a thread whose agent's command has changed. */
export const trustMethods = {
  /** Trusts the command in the thread's folder from now on, and starts it. Fails with `command_changed` if another one would run. */
  trustCommand: method(z.object({ threadId: z.string(), command: trustedCommandSchema })).returns<void>(),
  /** Does not start the agent; prompts that wait for it are withdrawn. */
  declineCommand: method(z.object({ threadId: z.string() })).returns<void>(),
}
