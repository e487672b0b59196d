import type { Entry, Transcript } from '../../thread/transcript'
import type { ThreadSummary } from '../threadSummary'
import { z } from 'zod'
import { trustedCommandSchema } from '../../thread/trustedCommand'
import { method } from '../method'

/** The number of files in a scratch folder, including links. */
export interface ScratchFiles {
  readonly files: number
  /** The count is a lower bound. */
  readonly isCut: boolean
}

/** Methods for threads and their transcripts: starting, listing, deleting. */
export const threadMethods = {
  listThreads: method(z.object({})).returns<ThreadSummary[]>(),
  /** The tail of a thread's transcript. Later events follow as `threadEvents` until `leaveThread`. */
  openThread: method(z.object({ threadId: z.string() })).returns<Transcript>(),
  leaveThread: method(z.object({ threadId: z.string() })).returns<void>(),
  /** Up to `limit` entries before index `before`, oldest first. */
  readEntries: method(z.object({
    threadId: z.string(),
    before: z.number().int(),
    limit: z.number().int().min(1).max(500),
  })).returns<
    Entry[]
  >(),
  renameThread: method(z.object({ threadId: z.string(), title: z.string().min(1).max(200) })).returns<void>(),
  /** Sets the thread's place in the list; absent fields stay unchanged. */
  arrangeThread: method(z.object({
    threadId: z.string(),
    isPinned: z.boolean().optional(),
    isArchived: z.boolean().optional(),
  }))
    .returns<void>(),
  /**
   * Removes the thread from every list and ends its agent session. It is deleted after `restorableMs`, or when Parley
   * exits; until then `restoreThread` brings it back unchanged.
   */
  deleteThreadSoon: method(z.object({ threadId: z.string() })).returns<void>(),
  /** Restores a thread. Rejects with `not_found` once it is permanently deleted. */
  restoreThread: method(z.object({ threadId: z.string() })).returns<void>(),
  /**
   * Ends the thread's agent session and deletes its log immediately. With `inAgent` the agent deletes the session
   * first; if that fails, the thread stays.
   */
  deleteThread: method(z.object({ threadId: z.string(), inAgent: z.boolean().optional() })).returns<void>(),
  /**
   * The files in the scratch folder that would be deleted with the thread. `undefined` if the folder is missing or has
   * been replaced.
   */
  countScratchFiles: method(z.object({ threadId: z.string() })).returns<ScratchFiles | undefined>(),

  /**
   * Creates a thread and starts its agent in the background. `command` is the command line that the person saw and
   * trusts. Fails with `command_changed` if a different one would run, and with `additional_folder` if an additional
   * folder cannot be used.
   */
  startThread: method(z.object({
    agentId: z.string(),
    /** If absent, the thread gets its own scratch folder. */
    folder: z.string().optional(),
    additionalFolders: z.array(z.string()).max(20).optional(),
    command: z.string(),
    /** The thread that this one continues; its transcript is offered with the first prompt. */
    continues: z.string().optional(),
    /** Set if the person did not press Start: an untrusted command then waits for them in the thread. */
    onlyIfTrusted: z.boolean().optional(),
  })).returns<{ threadId: string }>(),
  /**
   * Whether this command is already trusted in that folder. `false` if that cannot be determined, as for a missing
   * folder.
   */
  isTrusted: method(z.object({
    agentId: z.string(),
    command: z.string(),
    folder: z.string().max(32_767),
  })).returns<boolean>(),
  /**
   * Creates a thread with a copy of this thread's log and the agent's fork of its session. Fails with `unsupported` if
   * the agent cannot fork or the experiment is off.
   */
  forkThread: method(z.object({ threadId: z.string() })).returns<{ threadId: string }>(),
  /**
   * Creates a thread with a copy of this thread's log before that prompt, and sends `content` instead, in a new session
   * that gets the transcript so far. This thread is unchanged.
   */
  branchThread: method(z.object({
    threadId: z.string(),
    promptId: z.string(),
    content: z.array(z.looseObject({ type: z.string() })).min(1),
  })).returns<{ threadId: string }>(),
  /** A thread's transcript as Markdown, for another agent: the newest part, up to `transcriptLimitBytes`. */
  readTranscriptText: method(z.object({ threadId: z.string() })).returns<string>(),
  /** The whole thread as Markdown, for people. */
  readThreadMarkdown: method(z.object({ threadId: z.string() })).returns<string>(),

  /**
   * Trusts the command in the thread's folder from now on and starts it. Fails with `command_changed` if a different
   * one would run.
   */
  trustCommand: method(z.object({ threadId: z.string(), command: trustedCommandSchema })).returns<void>(),
  /** Declines to start the agent; prompts that wait for it are withdrawn. */
  declineCommand: method(z.object({ threadId: z.string() })).returns<void>(),
}
