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

/** A range of a thread's turns by their prompts. Without `first` from the beginning, without `last` until now. */
export interface TurnRange {
  readonly threadId: string
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/** A file to restore, as listed: its present state and the restored one. */
export interface RestoredFile extends Pick<ChangeKeys, 'current'>, Partial<Pick<ChangeKeys, 'baseline'>> {
  readonly path: string
}

/** Progress of an operation. If `unfinished`, `resume` continues it and names the files skipped since. */
export interface LedgerOutcome extends ReviewOutcome {
  readonly unfinished?: { readonly operation: number, readonly of: number, readonly canStop: boolean }
}

/** Summary of what became of a thread's changes. */
export interface ReviewTally {
  /** Number of files with pending changes. */
  readonly pending: number
  /** Prompts of the recorded turns. */
  readonly turns: readonly string[]
  /** The files that were undone of them: of each turn as many as its summary names. */
  readonly takenBack: readonly RevertedFile[]
}

/**
 * Calls that a folder's ledger answers in its worker. Paths are absolute here and relative to the folder in the
 * database.
 */
export interface LedgerCalls {
  /** Called before a prompt is sent. Scans reported changes, then sets the mark. */
  beginTurn: (turn: { threadId: string, promptId: string }) => { gap?: string }
  /** The turn did not begin: its prompt was not sent. */
  abandonTurn: (turn: { threadId: string, promptId: string }) => void
  /** Called after the end of a turn: scans everything and summarizes. */
  endTurn: (turn: { threadId: string, promptId: string }) => TurnChanges
  /** Resolves once the folder is scanned and all earlier notes are taken in. */
  catchUp: (nothing: object) => void
  list: (range: TurnRange) => ChangeList
  tally: (thread: { threadId: string }) => ReviewTally
  read: (change: TurnRange & { path: string }) => ChangeTexts
  decide: (decision: TurnRange & {
    act: 'keep' | 'reject'
    files: readonly (ChangeKeys & { path: string, hunks?: readonly number[] | undefined, version?: LineVersion | undefined })[]
  }) => LedgerOutcome
  /** What rejecting everything pending in those turns would do. */
  previewReject: (range: TurnRange) => PlannedChange[]
  /**
   * Decides about everything pending in those turns that was there at the mark, or only changes by `by`. Rejects only
   * the agent's own edits, as the person has not seen a list.
   */
  decideAll: (decision: TurnRange & { act: 'keep' | 'reject', mark: number, by?: ChangedBy | undefined }) => LedgerOutcome
  /** Continues a long operation, which lets other calls run in between. `stops` leaves the rest as it is. */
  resume: (operation: { operation: number, stops: boolean }) => LedgerOutcome
  undoDecision: (decision: TurnRange & ChangeKeys & {
    path: string
    state: 'kept' | 'rejected'
    key: string
    hunk?: number | undefined
  }) => LedgerOutcome
  /** The next operation to undo; `undefined` if there is none. */
  lastAct: (thread: { threadId: string }) => UndoableAct | undefined
  /** `undefined` if another operation is to be undone next. */
  undo: (undo: { threadId: string, operation: number }) => LedgerOutcome | undefined
  previewRestore: (restore: { threadId: string, promptId: string }) => PlannedChange[]
  restore: (restore: { threadId: string, promptId: string, files: readonly RestoredFile[] }) => LedgerOutcome
  claim: (claim: TurnRange & { path: string, by: 'you' | 'asked' }) => void
  /** Called when a thread is deleted: drops what only it needs. */
  forget: (thread: { threadId: string }) => void
}
