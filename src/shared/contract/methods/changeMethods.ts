import { z } from 'zod'
import {
  changedBy,
  type ChangeList,
  type ChangeTexts,
  type PlannedChange,
  type ReviewOutcome,
  type ReviewProgress,
} from '../../changes/change'
import { lineVersions } from '../../changes/sharedLines'
import { maxPathCharacters } from '../../files/fileLimits'
import { method } from '../method'

const path = z.string().min(1).max(maxPathCharacters)
/** Some turns of a thread, by their prompts: from the beginning, and until now, where one is absent. */
const turns = { threadId: z.string(), from: z.string().optional(), to: z.string().optional() }
const key = z.string().max(200)
const keys = { baseline: key, current: key }
const hunk = z.number().int().min(0)
/** More files than a person looks through. */
const maxDecided = 100_000
/**
 * What is decided of one file: all of it, or the hunks at these places of `computeHunks(before, after)`. `version`: of one
 * hunk that others changed too, whose lines are kept.
 */
const decided = z.object({
  path,
  ...keys,
  hunks: z.array(hunk).max(20_000).optional(),
  version: z.enum(lineVersions).optional(),
})

/** Methods about what changed in a thread's folders: looking, deciding, going back. */
export const changeMethods = {
  /** What changed in those turns, whoever changed it. */
  listChanges: method(z.object(turns)).returns<ChangeList>(),
  readChange: method(z.object({ ...turns, path })).returns<ChangeTexts>(),
  /**
   * Keeping writes no file, but for a chosen `version`: it only ends the question. Both are refused, file by file,
   * where the texts are others by now.
   */
  decideChanges: method(z.object({ ...turns, act: z.enum(['keep', 'reject']), files: z.array(decided).min(1).max(maxDecided) }))
    .returns<ReviewOutcome>(),
  /**
   * What rejecting all that waits in those turns would do: `decideChanges` does it for the files that the person chose
   * of it.
   */
  previewReject: method(z.object(turns)).returns<PlannedChange[]>(),
  /**
   * All that waits for a decision in those turns, also what is not listed; `by`: only where this author changed it.
   * Rejects nothing but the agent's own edits: all else has to be named.
   */
  decideAllChanges: method(z.object({
    ...turns,
    act: z.enum(['keep', 'reject']),
    /** As in the list that the person saw: a file that changed since is left out. */
    marks: z.array(z.number().int().min(0)).max(1_000),
    by: z.enum(changedBy).optional(),
  })).returns<ReviewOutcome>(),
  /** How far a decision about many files has come. */
  readReviewProgress: method(z.object({ threadId: z.string() })).returns<ReviewProgress | undefined>(),
  /** It leaves the rest as it is, and can be undone. */
  stopDeciding: method(z.object({ threadId: z.string() })).returns<void>(),
  /** Undoes what was kept or rejected of a file: the hunk at that place of `DecidedChanges`, or all of it. */
  undoDecision: method(z.object({ ...turns, path, ...keys, state: z.enum(['kept', 'rejected']), key, hunk: hunk.optional() }))
    .returns<ReviewOutcome>(),
  /**
   * Takes the thread's last keep, reject or restore back, as it was offered: `not_found` once that is another one.
   * Throws `busy` for a restore while an agent works in one of the folders.
   */
  undoReview: method(z.object({ threadId: z.string(), operation: z.number().int().min(0), at: z.number() })).returns<ReviewOutcome>(),
  /** What restoring the files as they were before that prompt would do. */
  previewRestore: method(z.object({ threadId: z.string(), promptId: z.string() })).returns<PlannedChange[]>(),
  /**
   * Does it for these files of the preview, as far as they are as they were in it. Throws `busy` while an agent works
   * in that folder.
   */
  restoreFiles: method(z.object({
    threadId: z.string(),
    promptId: z.string(),
    files: z.array(z.object({ path, current: key, baseline: key.optional() })).min(1).max(maxDecided),
  })).returns<ReviewOutcome>(),
  /** The person says whose a file's changes are. */
  reassignChange: method(z.object({ ...turns, path, by: z.enum(['you', 'asked']) })).returns<void>(),
}
