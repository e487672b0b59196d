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
    /** A thread that this one continues: its transcript is offered for the first prompt. */
    continues: z.string().optional(),
  })).returns<{ threadId: string }>(),
  /**
   * Makes a thread that goes on from here apart: its log is a copy, its session the agent's copy. `unsupported` where the agent cannot, or
   * it is not switched on.
   */
  forkThread: method(z.object({ threadId: z.string() })).returns<{ threadId: string }>(),
  /** A thread's conversation as Markdown, for another agent: the newest of it, up to `transcriptLimitBytes`. */
  readTranscriptText: method(z.object({ threadId: z.string() })).returns<string>(),
}
