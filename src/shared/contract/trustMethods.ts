import { z } from 'zod'
import { method } from './method'

/** What starts an agent, as a person trusts it: shown to them and compared as it is. */
const trustedCommandSchema = z.object({
  /** The command line as a person would type it, the program by its full path. */
  line: z.string(),
  /** The names of the variables that it gets beyond the person's own. */
  variables: z.array(z.string()),
})
export type TrustedCommand = z.infer<typeof trustedCommandSchema>

/** A thread's agent would be started otherwise than the person last trusted in that folder; nothing runs until they have answered. */
export interface CommandChanged {
  readonly state: 'command-changed'
  readonly command: TrustedCommand
  /** What they trusted; absent where nothing is known of that. */
  readonly trusted?: TrustedCommand
}

/** What a person answers when the command has changed: part of the contract. */
export const trustMethods = {
  /** Trusts the command from here on in the thread's folder, and goes on. `command_changed` when it is not what would run any more. */
  trustCommand: method(z.object({ threadId: z.string(), command: trustedCommandSchema })).returns<void>(),
  /** Leaves the agent off; prompts that wait for it are taken back. */
  declineCommand: method(z.object({ threadId: z.string() })).returns<void>(),
}
