import type { ChangedBy, ChangeKeys, ChangeList, ChangeTexts, RestoreStep, ReviewOutcome, TakenBack } from '../../shared/changes/change'
import type { LineVersion } from '../../shared/changes/sharedLines'
import type { TurnChanges } from '../../shared/changes/turnChanges'

/** Some turns of a thread, by their prompts: from the beginning, and until now, where one is absent. */
export interface TurnRange {
  readonly threadId: string
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/** A turn that is open in the folder, and what tells that a change is its agent's. */
export interface TurnWitness {
  readonly threadId: string
  readonly promptId: string
  /**
   * Absolute paths that tool calls of the turn name, with the time until which what is written there is the call's: `Infinity` for one
   * that is open or ended a moment ago, otherwise milliseconds since 1970.
   */
  readonly named: ReadonlyMap<string, number>
  /** One of its commands runs, or a tool call that may run one. */
  readonly runsCommand: boolean
  /** It waits for the person, and nothing of it runs. */
  readonly isWaiting: boolean
  /** It has ended, and since then nothing of it runs; in milliseconds since 1970. */
  readonly quietSince?: number
}

/** What came of an operation so far. `unfinished`: `goOn` does more of it; each answer has the files left alone since the last one. */
export interface LedgerOutcome extends ReviewOutcome {
  readonly unfinished?: { readonly operation: number, readonly of: number, readonly canStop: boolean }
}

/** What became of a thread's changes, by what was seen last. */
export interface ReviewTally {
  /** In so many files something waits for a decision. */
  readonly pending: number
  /** The turns that are known, by their prompts. */
  readonly turns: readonly string[]
  /** What was taken back of them, for each as many files as its summary names. */
  readonly takenBack: readonly TakenBack[]
}

/**
 * What the ledger of one folder does, in a worker of its own: it looks at the folder, keeps what was there, and goes back. Paths are
 * absolute outside, and relative to the folder in its database. Every look is told which turns are open then.
 */
export interface LedgerCalls {
  /** Called before a prompt is sent. Looks at the reported changes, then sets the mark. */
  beginTurn: (turn: { threadId: string, promptId: string, witness: readonly TurnWitness[] }) => { gap?: string }
  /** After its end: looks at everything, then sums up. */
  endTurn: (turn: { threadId: string, promptId: string, witness: readonly TurnWitness[] }) => TurnChanges
  /** Looks at the folders in which changes were reported. Returns whether something had changed. */
  look: (look: { witness: readonly TurnWitness[] }) => { isChanged: boolean }
  /** Looks at these paths now, ignored or not. What changed there is `by`'s where that is given: it was just done by them. */
  lookAt: (look: {
    paths: readonly string[]
    witness: readonly TurnWitness[]
    by?: { threadId?: string, promptId?: string, by: ChangedBy }
  }) => void
  list: (range: TurnRange) => ChangeList
  tally: (thread: { threadId: string }) => ReviewTally
  read: (change: TurnRange & { path: string }) => ChangeTexts
  decide: (decision: TurnRange & {
    act: 'keep' | 'reject'
    files: readonly (ChangeKeys & { path: string, hunks?: readonly number[] | undefined, version?: LineVersion | undefined })[]
  }) => LedgerOutcome
  /** All that is pending in those turns and was there at the mark, perhaps only what this author changed. */
  decideAll: (decision: TurnRange & { act: 'keep' | 'reject', mark: number, by?: ChangedBy | undefined }) => LedgerOutcome
  /** A long operation makes room for other calls. `stops`: what is not done yet is left as it is. */
  goOn: (operation: { operation: number, stops: boolean }) => LedgerOutcome
  undoDecision: (decision: TurnRange & ChangeKeys & {
    path: string
    state: 'kept' | 'rejected'
    key: string
    hunk?: number | undefined
  }) => LedgerOutcome
  /** `undefined`: there is nothing to take back. */
  undo: (undo: { threadId: string }) => LedgerOutcome | undefined
  previewRestore: (restore: { threadId: string, promptId: string }) => RestoreStep[]
  restore: (restore: { threadId: string, promptId: string, files: readonly { path: string, current: string }[] }) => LedgerOutcome
  claim: (claim: TurnRange & { path: string, by: 'you' | 'asked' }) => void
  /** The thread was deleted: what only it needs goes. */
  forget: (thread: { threadId: string }) => void
}
