import type { ChangeHunk } from './hunks'
import type { SharedLines } from './sharedLines'

/**
 * Who changed a file, and the evidence for it. By the agent: `asked` (through Parley, or named in a tool call),
 * `command` (while one of its commands ran), `unannounced` (during its turn, unreported). By others: `you`,
 * `otherThread`, `outside` (no turn was running).
 * `unclear`: several turns were running, or something showed another writer; not attributed until the person decides.
 */
export const changedBy = ['asked', 'command', 'unannounced', 'you', 'otherThread', 'outside', 'unclear'] as const
export type ChangedBy = (typeof changedBy)[number]

/** Whether the change is attributed to the agent, so that it is reviewed and undone with the turn. */
export function isByAgent(by: ChangedBy): boolean {
  return by === 'asked' || by === 'command' || by === 'unannounced'
}

/**
 * How certain it is that a file's changes are the agent's. `edits`: the agent named them, or wrote them through Parley.
 * `commands`: made while only one of its commands ran, with no sign of another writer. `unclear`: no evidence.
 */
export const grades = ['edits', 'commands', 'unclear'] as const
export type Grade = (typeof grades)[number]

/** The grade of a file changed by these authors: that of the least certain one. `undefined` if none is the agent. */
export function changeGrade(by: readonly ChangedBy[]): Grade | undefined {
  if (by.includes('unannounced') || by.includes('unclear'))
    return 'unclear'
  if (by.includes('command'))
    return 'commands'
  return by.includes('asked') ? 'edits' : undefined
}

/** The review state of a file's changes. */
export type ReviewState = 'pending' | 'partly' | 'kept' | 'rejected'

/** Whether some changes await a decision. */
export function isPending(state: ReviewState | undefined): boolean {
  return state === 'pending' || state === 'partly'
}

/** A changed file, in some turns or in the whole thread. */
export interface FileChange {
  /** Absolute. */
  readonly path: string
  readonly kind: 'added' | 'changed' | 'deleted'
  /** All authors, in order of their first change. */
  readonly by: readonly ChangedBy[]
  /** Only if the agent changed the file. */
  readonly state?: ReviewState
  /** Line counts; absent if lines cannot be counted. */
  readonly added?: number
  readonly removed?: number
  /**
   * Can only be kept, rejected and restored as a whole: binary files, links, mode changes, created and deleted files.
   */
  readonly isWhole?: true
  /** Someone else changed the same lines, so no change is undone without asking. */
  readonly isShared?: true
  /** The earlier content was not stored, so it cannot be restored. */
  readonly isUnkept?: true
  /** Passed with a decision about the file, as in `ChangeTexts`; absent if no decision is possible. */
  readonly keys?: ChangeKeys
}

/** A file whose changes of one turn were all reverted by the person. */
export interface RevertedFile {
  readonly promptId: string
  /** Absolute. */
  readonly path: string
  readonly act: 'reject' | 'restore'
}

/**
 * Identifies the states of a file before the agent changed it and now. A request passes them, and is refused if either
 * has changed.
 */
export interface ChangeKeys {
  readonly baseline: string
  readonly current: string
}

/** More files than a turn usually changes; beyond that, the count is enough. */
export const maxListedChanges = 2_000

/** Changed files, sorted by path. If there are too many, files that await a decision take precedence. */
export interface ChangeList {
  readonly files: readonly FileChange[]
  /** The total; `files` may contain fewer. */
  readonly count: number
  /** Number of files that are or were up for review. */
  readonly reviewed: number
  /** Number of files that await a decision. */
  readonly pending: number
  /** Set if not all lines could be counted in time. The next list has more counts. */
  readonly isPartlyCounted?: true
  /** What the ledger does not cover, as a message for the person; absent if it covers everything. */
  readonly gap?: string
  /** Scan positions by folder, so that a decision about all files excludes later changes. */
  readonly marks: readonly number[]
  /** The last keep, reject or restore, if it can still be undone. */
  readonly undo?: UndoableAct
}

/** A review action. `choose` keeps one side's lines where several authors changed the same lines. */
export type ReviewAct = 'keep' | 'reject' | 'choose' | 'restore'

/** A review action that can be undone. */
export interface UndoableAct {
  readonly act: ReviewAct
  /** The operation's number within its folder and its time, in milliseconds since 1970; together they identify it. */
  readonly operation: number
  readonly at: number
}

/**
 * A file without the agent's changes (but with changes that others made meanwhile), and its current text or the text at
 * the end of the given turns.
 */
export interface ChangeTexts extends ChangeKeys {
  /** `null` for a link or a missing file; absent if the file is binary or too long to show. */
  readonly before?: string | null
  readonly after?: string | null
  /** Changes that are not visible in the texts. */
  readonly facts?: readonly FileFact[]
  /**
   * Set if the agent changed the file again after those turns: the range of turns that a decision would have to
   * include.
   */
  readonly past?: 'since' | 'thread'
  /** The lines that both the agent and someone else changed. */
  readonly shared?: readonly SharedLines[]
  /** Earlier decisions that can be undone. */
  readonly decided?: readonly DecidedChanges[]
}

/** A changed mode, a changed link target, or a changed encoding, which makes a line diff impossible. */
export type FileFact
  = | { readonly kind: 'mode', readonly before: number, readonly after: number }
    | { readonly kind: 'link', readonly before?: string, readonly after?: string }
    | { readonly kind: 'encoding', readonly before: string, readonly after: string }

/** The kept or rejected changes of a file. */
export interface DecidedChanges {
  readonly state: 'kept' | 'rejected'
  /** Passed to undo some of them: the state of the file with nothing kept, or with nothing rejected. */
  readonly key: string
  /** Text files only: from `key` to the baseline if kept, from the current text to `key` if rejected. */
  readonly hunks: readonly ChangeHunk[]
}

/** The result of a keep, reject, restore or undo. */
export interface ReviewOutcome {
  /** The number of files that were changed or decided on. */
  readonly done: number
  /** The files that were skipped, and why. */
  readonly left: readonly {
    readonly path: string
    readonly why: 'stale' | 'changedMeanwhile' | 'unkept' | 'failed'
    readonly words: string
  }[]
  /** The first of the decided files, if the request named none. */
  readonly paths?: readonly string[]
  /** After a restore: the action that undoes it. */
  readonly undo?: UndoableAct
}

/** Progress of a decision about many files. */
export interface ReviewProgress {
  readonly done: number
  readonly of: number
  /** The decision can be stopped; an undo cannot. */
  readonly canStop: boolean
}

/** What rejecting or restoring many files would do to one file. */
export interface PlannedChange extends ChangeKeys {
  readonly path: string
  readonly does: 'restore' | 'create' | 'delete'
  /** The authors whose changes would be undone. */
  readonly by: readonly ChangedBy[]
  readonly added?: number
  readonly removed?: number
  /**
   * Why the file is skipped. `shared`: others have changed the same lines since. `unkept`: its earlier content was not
   * stored.
   */
  readonly conflict?: 'shared' | 'unkept'
}
