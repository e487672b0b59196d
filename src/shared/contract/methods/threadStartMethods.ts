import { z } from 'zod'
import { method } from '../method'

/** Methods that start a thread. */
export const threadStartMethods = {
  /**
   * Makes a thread and starts its agent in the background. `command` is the command line that the person saw and trusts; fails with
   * `command_changed` if another one would run by now, and with `additional_folder` if a further folder cannot be used.
   */
  startThread: method(z.object({
    agentId: z.string(),
    /** Without one, the thread gets a scratch folder of its own. */
    folder: z.string().optional(),
    additionalFolders: z.array(z.string()).max(20).optional(),
    command: z.string(),
    /** The thread that this one continues: its transcript is offered for the first prompt. */
    continues: z.string().optional(),
    /** The person did not press Start: what is not trusted there already waits for them in the thread. */
    onlyIfTrusted: z.boolean().optional(),
  })).returns<{ threadId: string }>(),
  /** Whether this command is trusted in that folder already. `false` also where that cannot be told, as for a folder that is not there. */
  isTrusted: method(z.object({ agentId: z.string(), command: z.string(), folder: z.string().max(32_767) })).returns<boolean>(),
  /**
   * Makes a thread with a copy of this thread's log and the agent's copy of its session. Fails with `unsupported` if the agent cannot
   * fork, or the experiment is off.
   */
  forkThread: method(z.object({ threadId: z.string() })).returns<{ threadId: string }>(),
  /**
   * Makes a thread with a copy of this thread's log up to before that prompt, and sends `content` there instead, in a new session and with
   * the transcript up to there. This thread stays as it is.
   */
  branchThread: method(z.object({
    threadId: z.string(),
    promptId: z.string(),
    content: z.array(z.looseObject({ type: z.string() })).min(1),
  })).returns<{ threadId: string }>(),
  /** A thread's transcript as Markdown, for another agent: the newest part, up to `transcriptLimitBytes`. */
  readTranscriptText: method(z.object({ threadId: z.string() })).returns<string>(),
}
