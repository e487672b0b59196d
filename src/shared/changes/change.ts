import type { ChangeHunk } from './hunks'
import type { SharedLines } from './sharedLines'

/**
 * Who changed a file, and how that is known. The agent's own: `asked` (through Parley, or named by a tool call),
 * `command` (while one of its commands ran), `unannounced` (in its turn, without a word about it). Others': `you`,
 * `otherThread`, `outside` (no turn was open).
 * `unclear`: several turns were open and nothing tells whose it was; it counts as nobody's until the person says.
 */
export const changedBy = ['asked', 'command', 'unannounced', 'you', 'otherThread', 'outside', 'unclear'] as const
/** One of these authors. */
export type ChangedBy = (typeof changedBy)[number]

/** Whether the change counts as the agent's, so that it is reviewed, and undone with its turn. */
export function isAgents(by: ChangedBy): boolean {
  return by === 'asked' || by === 'command' || by === 'unannounced'
}

/**
 * How sure it is that a file's changes are the agent's. `edits`: it named them, or wrote them through Parley.
 * `commands`: they were made while only one of its commands ran, with no sign of another writer. `unclear`: nothing
 * tells.
 */
export const grades = ['edits', 'commands', 'unclear'] as const
/** One of these grades. */
export type Grade = (typeof grades)[number]

/**
 * The grade of what these authors did to a file: that of the least certain. `undefined`: none of it counts as the
 * agent's.
 */
export function changeGrade(by: readonly ChangedBy[]): Grade | undefined {
  if (by.includes('unannounced') || by.includes('unclear'))
    return 'unclear'
  if (by.includes('command'))
    return 'commands'
  return by.includes('asked') ? 'edits' : undefined
}

/** What became of a file's changes in the review. */
export type ReviewState = 'pending' | 'partly' | 'kept' | 'rejected'

/** Whether something waits for a decision. */
export function isPending(state: ReviewState | undefined): boolean {
  return state === 'pending' || state === 'partly'
}

/** A file that changed, in some turns or in the whole thread. */
export interface FileChange {
  /** Absolute. */
  readonly path: string
  readonly kind: 'added' | 'changed' | 'deleted'
  /** Everyone who changed it, in the order in which they first did. */
  readonly by: readonly ChangedBy[]
  /** Only where the agent changed it. */
  readonly state?: ReviewState
  /** Lines; absent where they cannot be counted. */
  readonly added?: number
  readonly removed?: number
  /** Kept, rejected and restored as a whole: not text, a link, its mode alone, created or deleted. */
  readonly isWhole?: true
  /** Someone else changed the same lines: nothing of it is undone without asking. */
  readonly isShared?: true
  /** Its earlier content is not kept, so it cannot be put back. */
  readonly isUnkept?: true
  /** What a request to decide about the file names, as in `ChangeTexts`; only where it can be decided about. */
  readonly keys?: ChangeKeys
}

/** A file in which nothing is left of what the agent did to it in a turn, because the person took that back. */
export interface RevertedFile {
  readonly promptId: string
  /** Absolute. */
  readonly path: string
  readonly act: 'reject' | 'restore'
}

/**
 * The states of a file before the agent changed it and now. A request names them, and is refused once one of them has
 * changed.
 */
export interface ChangeKeys {
  readonly baseline: string
  readonly current: string
}

/** More files than a turn changes; of a flood the number says enough. */
export const maxListedChanges = 2_000

/** The files that changed, by path; where there are too many, those that wait for a decision are listed first. */
export interface ChangeList {
  readonly files: readonly FileChange[]
  /** How many there are; `files` may hold fewer. */
  readonly count: number
  /** How many of them can be decided about, or were. */
  readonly reviewed: number
  /** In how many of them something waits for a decision. */
  readonly pending: number
  /** What is not recorded of the folder, in words; absent where everything is. */
  readonly gap?: string
  /** How far each folder had been looked at, so that a decision about all leaves out what came later. */
  readonly marks: readonly number[]
  /** The last keep, reject or restore, while it can be undone. */
  readonly undo?: UndoableAct
}

/** What the person can do with changes. `choose`: keep one side's lines where several changed the same. */
export type ReviewAct = 'keep' | 'reject' | 'choose' | 'restore'

/** Something that the person did and can undo. */
export interface UndoableAct {
  readonly act: ReviewAct
  /** Its number in its folder, and when it was, in milliseconds since 1970: both together name it. */
  readonly operation: number
  readonly at: number
}

/**
 * A file before the agent changed it (what others did to it meanwhile included) and as it is, or was at the end of
 * those turns.
 */
export interface ChangeTexts extends ChangeKeys {
  /** `null` for a link, or where there is no such file; absent where it is no text, or too long to show. */
  readonly before?: string | null
  readonly after?: string | null
  /** Changes that the texts do not show. */
  readonly facts?: readonly FileFact[]
  /**
   * Set where the agent changed it again after those turns: which turns have to be added before it can be kept or
   * rejected.
   */
  readonly past?: 'since' | 'thread'
  /** Where both the agent and someone else changed it. */
  readonly shared?: readonly SharedLines[]
  /** What was decided about it and can be undone. */
  readonly decided?: readonly DecidedChanges[]
}

/** A changed mode; a link, with where it led and now leads; another encoding, so that lines cannot be compared. */
export type FileFact
  = | { readonly kind: 'mode', readonly before: number, readonly after: number }
    | { readonly kind: 'link', readonly before?: string, readonly after?: string }
    | { readonly kind: 'encoding', readonly before: string, readonly after: string }

/** The changes of a file that were kept, or rejected. */
export interface DecidedChanges {
  readonly state: 'kept' | 'rejected'
  /** Named by a request to take some of it back: the state of the file with nothing kept, or with nothing rejected. */
  readonly key: string
  /** For a text file: from `key` to the baseline if kept, from the current text to `key` if rejected. */
  readonly hunks: readonly ChangeHunk[]
}

/** The result of a keep, reject, restore or undo. */
export interface ReviewOutcome {
  /** How many files were changed or decided on. */
  readonly done: number
  /** The files that were left alone, and why. */
  readonly left: readonly {
    readonly path: string
    readonly why: 'stale' | 'changedMeanwhile' | 'unkept' | 'failed'
    readonly words: string
  }[]
  /** The first of the files that were decided about, where the request named none. */
  readonly paths?: readonly string[]
  /** Of a restore: what takes it back. */
  readonly undo?: UndoableAct
}

/** How far a decision about many files has come. */
export interface ReviewProgress {
  readonly done: number
  readonly of: number
  /** The rest can be left as it is; undoing cannot be stopped halfway. */
  readonly canStop: boolean
}

/** What rejecting or restoring many files would do to one of them. */
export interface PlannedChange extends ChangeKeys {
  readonly path: string
  readonly does: 'restore' | 'create' | 'delete'
  /** Whose changes are undone. */
  readonly by: readonly ChangedBy[]
  readonly added?: number
  readonly removed?: number
  /**
   * Why the file is left alone. `shared`: others changed the same lines since. `unkept`: its earlier content is not
   * kept.
   */
  readonly conflict?: 'shared' | 'unkept'
}
