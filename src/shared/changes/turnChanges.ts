import type { ChangedBy, FileChange } from './change'
import type { GitChange } from './gitChange'

/** A changed file of a turn, as logged. */
export interface TurnFile extends Pick<FileChange, 'path' | 'kind' | 'added' | 'removed'> {
  readonly by: readonly ChangedBy[]
}

/** The changes in the folders during a turn; `files` holds at most `maxTurnFiles`. */
export interface TurnChanges {
  readonly count: number
  readonly files: readonly TurnFile[]
  /** What the ledger does not cover, as a message for the person. */
  readonly gap?: string
  /** Changes to the folders' git repositories. */
  readonly git?: readonly GitChange[]
}

/** Further files are counted but not listed in the log. */
export const maxTurnFiles = 200
