import type {
  ChangedBy,
  ChangeKeys,
  ChangeList,
  ChangeTexts,
  PlannedChange,
  RevertedFile,
  ReviewOutcome,
  UndoableAct,
} from '../../shared/changes/change'
import type { LineVersion } from '../../shared/changes/sharedLines'
import type { TurnChanges } from '../../shared/changes/turnChanges'

/** Some turns of a thread, by their prompts: from the beginning, and until now, where one is absent. */
export interface TurnRange {
  readonly threadId: string
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/** A file that is to be restored, as it was listed: how it is, and what it would become. */
export interface RestoredFile extends Pick<ChangeKeys, 'current'>, Partial<Pick<ChangeKeys, 'baseline'>> {
  readonly path: string
}

/**
 * What an operation has come to so far. `unfinished`: `resume` does more of it, and names the files left alone since the
 * last answer.
 */
export interface LedgerOutcome extends ReviewOutcome {
  readonly unfinished?: { readonly operation: number, readonly of: number, readonly canStop: boolean }
}

/** What became of a thread's changes, as far as they were seen. */
export interface ReviewTally {
  /** The number of files in which something waits for a decision. */
  readonly pending: number
  /** The prompts of the turns that are still recorded. */
  readonly turns: readonly string[]
  /** The files that were undone of them: of each turn as many as its summary names. */
  readonly takenBack: readonly RevertedFile[]
}

/**
 * What the ledger of one folder does when it is asked, in a worker of its own: it looks at the folder, keeps what was
 * there, and goes back. Paths are absolute outside, and relative to the folder in its database.
 */
export interface LedgerCalls {
  /** Called before a prompt is sent. Looks at the reported changes, then sets the mark. */
  beginTurn: (turn: { threadId: string, promptId: string }) => { gap?: string }
  /** It did not begin after all: its prompt was not sent. */
  abandonTurn: (turn: { threadId: string, promptId: string }) => void
  /** After its end: looks at everything, then sums up. */
  endTurn: (turn: { threadId: string, promptId: string }) => TurnChanges
  /** Answers once the folder has been looked at, and all that was told before is taken. */
  catchUp: (nothing: object) => void
  list: (range: TurnRange) => ChangeList
  tally: (thread: { threadId: string }) => ReviewTally
  read: (change: TurnRange & { path: string }) => ChangeTexts
  decide: (decision: TurnRange & {
    act: 'keep' | 'reject'
    files: readonly (ChangeKeys & { path: string, hunks?: readonly number[] | undefined, version?: LineVersion | undefined })[]
  }) => LedgerOutcome
  /** What rejecting all that is pending in those turns would do. */
  previewReject: (range: TurnRange) => PlannedChange[]
  /**
   * Decides about all that is pending in those turns and was there at the mark; with `by`, about what that author
   * changed. Of what is rejected, anything but the agent's own edits is left alone: no one has seen that it is among
   * it.
   */
  decideAll: (decision: TurnRange & { act: 'keep' | 'reject', mark: number, by?: ChangedBy | undefined }) => LedgerOutcome
  /** Continues a long operation, which lets other calls in between. `stops`: the rest is left as it is. */
  resume: (operation: { operation: number, stops: boolean }) => LedgerOutcome
  undoDecision: (decision: TurnRange & ChangeKeys & {
    path: string
    state: 'kept' | 'rejected'
    key: string
    hunk?: number | undefined
  }) => LedgerOutcome
  /** What is to be undone next; `undefined`: nothing. */
  lastAct: (thread: { threadId: string }) => UndoableAct | undefined
  /** `undefined`: that operation is not the one that is to be undone next. */
  undo: (undo: { threadId: string, operation: number }) => LedgerOutcome | undefined
  previewRestore: (restore: { threadId: string, promptId: string }) => PlannedChange[]
  restore: (restore: { threadId: string, promptId: string, files: readonly RestoredFile[] }) => LedgerOutcome
  claim: (claim: TurnRange & { path: string, by: 'you' | 'asked' }) => void
  /** The thread was deleted: what only it needs goes. */
  forget: (thread: { threadId: string }) => void
}
