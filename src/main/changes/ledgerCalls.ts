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

/** A range of a thread's turns, given by prompts. Both ends are optional. */
export interface TurnRange {
  readonly threadId: string
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/** A file to restore, with its current and restored states as listed. */
export interface RestoredFile extends Pick<ChangeKeys, 'current'>, Partial<Pick<ChangeKeys, 'baseline'>> {
  readonly path: string
}

/** Progress of an operation. If `unfinished`, `resume` continues it and reports the files skipped since. */
export interface LedgerOutcome extends ReviewOutcome {
  readonly unfinished?: { readonly operation: number, readonly of: number, readonly canStop: boolean }
}

/** A summary of decisions about a thread's changes. */
export interface ReviewTally {
  /** Number of files with pending changes. */
  readonly pending: number
  /** Prompts of the recorded turns. */
  readonly turns: readonly string[]
  /** Files that were reverted in those turns, limited to those named in each turn's summary. */
  readonly takenBack: readonly RevertedFile[]
}

/**
 * Calls that a folder's ledger answers in its worker. Paths are absolute here and relative to the folder in the
 * database.
 */
export interface LedgerCalls {
  /** Called before a prompt is sent. Scans reported changes, then sets the mark. */
  beginTurn: (turn: { threadId: string, promptId: string }) => { gap?: string }
  /** Cancels a turn whose prompt was not sent. */
  abandonTurn: (turn: { threadId: string, promptId: string }) => void
  /** Called after the end of a turn: scans everything and summarizes. */
  endTurn: (turn: { threadId: string, promptId: string }) => TurnChanges
  /** Resolves when the folder is scanned and all earlier notes are handled. */
  catchUp: (nothing: object) => void
  list: (range: TurnRange) => ChangeList
  tally: (thread: { threadId: string }) => ReviewTally
  read: (change: TurnRange & { path: string }) => ChangeTexts
  decide: (decision: TurnRange & {
    act: 'keep' | 'reject'
    files: readonly (ChangeKeys & { path: string, hunks?: readonly number[] | undefined, version?: LineVersion | undefined })[]
  }) => LedgerOutcome
  /** Lists the effects of rejecting all pending changes of those turns. */
  previewReject: (range: TurnRange) => PlannedChange[]
  /**
   * Decides about everything in those turns that was pending at the mark, or only about changes by `by`. Rejects only
   * the agent's own edits, because the person has not seen a list.
   */
  decideAll: (decision: TurnRange & { act: 'keep' | 'reject', mark: number, by?: ChangedBy | undefined }) => LedgerOutcome
  /** Continues a long operation that lets other calls run in between. `stops` skips the remaining files. */
  resume: (operation: { operation: number, stops: boolean }) => LedgerOutcome
  undoDecision: (decision: TurnRange & ChangeKeys & {
    path: string
    state: 'kept' | 'rejected'
    key: string
    hunk?: number | undefined
  }) => LedgerOutcome
  /** The next operation to undo; `undefined` if there is none. */
  lastAct: (thread: { threadId: string }) => UndoableAct | undefined
  /** Returns `undefined` if another operation has to be undone first. */
  undo: (undo: { threadId: string, operation: number }) => LedgerOutcome | undefined
  previewRestore: (restore: { threadId: string, promptId: string }) => PlannedChange[]
  restore: (restore: { threadId: string, promptId: string, files: readonly RestoredFile[] }) => LedgerOutcome
  claim: (claim: TurnRange & { path: string, by: 'you' | 'asked' }) => void
  /** Called when a thread is deleted. Drops data that only it needs. */
  forget: (thread: { threadId: string }) => void
}
