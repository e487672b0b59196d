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
/** A range of a thread's turns, by prompt ids; open-ended where one is absent. */
const turns = { threadId: z.string(), from: z.string().optional(), to: z.string().optional() }
const key = z.string().max(200)
const keys = { baseline: key, current: key }
const hunk = z.number().int().min(0)
/** More files than a person reviews. */
const maxDecided = 100_000
/**
 * A decision about one file: the whole file, or the hunks at these indexes of `computeHunks(before, after)`. `version`:
 * which lines to keep of a single hunk that others changed too.
 */
const decided = z.object({
  path,
  ...keys,
  hunks: z.array(hunk).max(20_000).optional(),
  version: z.enum(lineVersions).optional(),
})

/** Methods for reviewing the changes in a thread's folders: list, decide, restore. */
export const changeMethods = {
  /** Lists the changes of those turns, by any author. */
  listChanges: method(z.object(turns)).returns<ChangeList>(),
  readChange: method(z.object({ ...turns, path })).returns<ChangeTexts>(),
  /**
   * Keeps or rejects changes. Keeping writes no file, except for a chosen `version`. Files whose texts have changed
   * since are skipped.
   */
  decideChanges: method(z.object({
    ...turns,
    act: z.enum(['keep', 'reject']),
    files: z.array(decided).min(1).max(maxDecided),
  }))
    .returns<ReviewOutcome>(),
  /**
   * Previews the rejection of all pending changes of those turns. The person then passes a selection to
   * `decideChanges`.
   */
  previewReject: method(z.object(turns)).returns<PlannedChange[]>(),
  /**
   * Decides on all pending changes of those turns, listed or not; with `by`, only on those of that author. Rejects only
   * the agent's own edits; all others must be named.
   */
  decideAllChanges: method(z.object({
    ...turns,
    act: z.enum(['keep', 'reject']),
    /** From the list that the person saw. Files that changed since are skipped. */
    marks: z.array(z.number().int().min(0)).max(1_000),
    by: z.enum(changedBy).optional(),
  })).returns<ReviewOutcome>(),
  readReviewProgress: method(z.object({ threadId: z.string() })).returns<ReviewProgress | undefined>(),
  /** Stops the running decision. The remaining files stay pending; the finished part can be undone. */
  stopDeciding: method(z.object({ threadId: z.string() })).returns<void>(),
  /** Undoes one kept or rejected hunk, by its index in `DecidedChanges`, or all of the file's. */
  undoDecision: method(z.object({ ...turns, path, ...keys, state: z.enum(['kept', 'rejected']), key, hunk: hunk.optional() }))
    .returns<ReviewOutcome>(),
  /**
   * Undoes the thread's last keep, reject or restore; fails with `not_found` if it is no longer the last. Throws `busy`
   * for a restore while an agent works in one of the folders.
   */
  undoReview: method(z.object({
    threadId: z.string(),
    operation: z.number().int().min(0),
    at: z.number(),
  })).returns<ReviewOutcome>(),
  /** Previews the restoration of files to their state before that prompt. */
  previewRestore: method(z.object({ threadId: z.string(), promptId: z.string() })).returns<PlannedChange[]>(),
  /**
   * Restores these files of the preview, except those that changed since. Throws `busy` while an agent works in that
   * folder.
   */
  restoreFiles: method(z.object({
    threadId: z.string(),
    promptId: z.string(),
    files: z.array(z.object({ path, current: key, baseline: key.optional() })).min(1).max(maxDecided),
  })).returns<ReviewOutcome>(),
  /** Attributes a file's changes to the person or the agent. */
  reassignChange: method(z.object({ ...turns, path, by: z.enum(['you', 'asked']) })).returns<void>(),
}
