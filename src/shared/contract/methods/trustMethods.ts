import { z } from 'zod'
import { trustedCommandSchema } from '../../thread/trustedCommand'
import { method } from '../method'

/** Methods to answer a thread whose agent's command has changed. */
export const trustMethods = {
  /** Trusts the command in the thread's folder from now on, and starts it. Fails with `command_changed` if another one would run. */
  trustCommand: method(z.object({ threadId: z.string(), command: trustedCommandSchema })).returns<void>(),
  /** Does not start the agent; prompts that wait for it are withdrawn. */
  declineCommand: method(z.object({ threadId: z.string() })).returns<void>(),
}
