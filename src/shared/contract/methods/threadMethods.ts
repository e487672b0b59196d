import type { Entry, Transcript } from '../../thread/transcript'
import type { ThreadSummary } from '../threadSummary'
import { z } from 'zod'
import { trustedCommandSchema } from '../../thread/trustedCommand'
import { method } from '../method'

/** How many files lie in a scratch folder, links among them. */
export interface ScratchFiles {
  readonly files: number
  /** There are more. */
  readonly isCut: boolean
}

/** Methods about threads and their transcripts: starting, listing, deleting. */
export const threadMethods = {
  listThreads: method(z.object({})).returns<ThreadSummary[]>(),
  /** The end of a thread's transcript. Later events follow as `threadEvents`, until `leaveThread`. */
  openThread: method(z.object({ threadId: z.string() })).returns<Transcript>(),
  leaveThread: method(z.object({ threadId: z.string() })).returns<void>(),
  /** At most `limit` entries before index `before`, oldest first. */
  readEntries: method(z.object({ threadId: z.string(), before: z.number().int(), limit: z.number().int().min(1).max(500) })).returns<
    Entry[]
  >(),
  renameThread: method(z.object({ threadId: z.string(), title: z.string().min(1).max(200) })).returns<void>(),
  /** Where it is in the list; what is absent stays as it is. */
  arrangeThread: method(z.object({ threadId: z.string(), isPinned: z.boolean().optional(), isArchived: z.boolean().optional() }))
    .returns<void>(),
  /**
   * Takes the thread out of every list and ends its agent session. It is deleted after `restorableMs`, or when Parley
   * ends; until then `restoreThread` brings it back as it was.
   */
  deleteThreadSoon: method(z.object({ threadId: z.string() })).returns<void>(),
  /** Rejects with `not_found` when it is deleted for good. */
  restoreThread: method(z.object({ threadId: z.string() })).returns<void>(),
  /**
   * Ends the thread's agent session and deletes its log at once. With `inAgent` the agent deletes the session first; if
   * it fails, the thread stays.
   */
  deleteThread: method(z.object({ threadId: z.string(), inAgent: z.boolean().optional() })).returns<void>(),
  /**
   * The files that are deleted with the thread: those in its scratch folder. Absent where that is gone or was replaced.
   */
  countScratchFiles: method(z.object({ threadId: z.string() })).returns<ScratchFiles | undefined>(),

  /**
   * Makes a thread and starts its agent in the background. `command` is the command line that the person saw and
   * trusts; fails with `command_changed` if another one would run by now, and with `additional_folder` if a further
   * folder cannot be used.
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
  /**
   * Whether this command is trusted in that folder already. `false` also where that cannot be told, as for a folder
   * that is not there.
   */
  isTrusted: method(z.object({ agentId: z.string(), command: z.string(), folder: z.string().max(32_767) })).returns<boolean>(),
  /**
   * Makes a thread with a copy of this thread's log and the agent's copy of its session. Fails with `unsupported` if
   * the agent cannot fork, or the experiment is off.
   */
  forkThread: method(z.object({ threadId: z.string() })).returns<{ threadId: string }>(),
  /**
   * Makes a thread with a copy of this thread's log up to before that prompt, and sends `content` there instead, in a
   * new session and with the transcript up to there. This thread stays as it is.
   */
  branchThread: method(z.object({
    threadId: z.string(),
    promptId: z.string(),
    content: z.array(z.looseObject({ type: z.string() })).min(1),
  })).returns<{ threadId: string }>(),
  /** A thread's transcript as Markdown, for another agent: the newest part, up to `transcriptLimitBytes`. */
  readTranscriptText: method(z.object({ threadId: z.string() })).returns<string>(),
  /** All that was said and done in the thread as Markdown, for people. */
  readThreadMarkdown: method(z.object({ threadId: z.string() })).returns<string>(),

  /**
   * Trusts the command in the thread's folder from now on, and starts it. Fails with `command_changed` if another one
   * would run.
   */
  trustCommand: method(z.object({ threadId: z.string(), command: trustedCommandSchema })).returns<void>(),
  /** Does not start the agent; prompts that wait for it are withdrawn. */
  declineCommand: method(z.object({ threadId: z.string() })).returns<void>(),
}
