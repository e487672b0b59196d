import type { ChangedBy, FileChange } from './change'
import type { GitChange } from './gitChange'

/** A file that changed in a turn, as the log tells it. */
export interface TurnFile extends Pick<FileChange, 'path' | 'kind' | 'added' | 'removed'> {
  readonly by: readonly ChangedBy[]
}

/** What changed in the folders while a turn ran; `files` is cut at `maxTurnFiles`. */
export interface TurnChanges {
  readonly count: number
  readonly files: readonly TurnFile[]
  /** What is not recorded of the folders, in words. */
  readonly gap?: string
  /** What happened to the repositories of the folders. */
  readonly git?: readonly GitChange[]
}

/** More are counted, not named, in the log. */
export const maxTurnFiles = 200
