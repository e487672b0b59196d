import { z } from 'zod'
import { method } from './method'

/** How threads begin: part of the contract. */
export const threadStartMethods = {
  /**
   * Makes a thread. `command` is the command line that the person saw and so trusts; `command_changed` when it is no longer
   * what would run. The agent is started at once, in the background. `additional_folder` says which further folder cannot be one.
   */
  startThread: method(z.object({
    agentId: z.string(),
    folder: z.string(),
    additionalFolders: z.array(z.string()).max(20).optional(),
    command: z.string(),
  })).returns<{ threadId: string }>(),
}
