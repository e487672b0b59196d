import type { Buffer } from 'node:buffer'
import type { ChangedBy } from '../../shared/changes/change'
import type { FileState } from './fileState'
import type { LedgerDatabase } from './store/ledgerDatabase'
import type { LedgerTables } from './store/ledgerTables'

/** A change that has already been made. */
export interface KnownChange {
  /** The ledger path. */
  readonly path: string
  readonly before: FileState
  readonly after: FileState
  readonly author: ChangedBy
  readonly threadId?: string | undefined
  readonly promptId?: string | undefined
  readonly operation?: number | undefined
}

/** A folder and its ledger, for reviewing and restoring. */
export interface LedgerFolder {
  /** Real path of the folder. */
  readonly root: string
  /** Whether the recorded folder is there. Its drive may be unplugged, or another folder may have taken its place. */
  isInPlace: () => boolean
  /** The database, for the caller's own tables. */
  readonly database: LedgerDatabase
  readonly tables: LedgerTables
  /** Reads a content by hash; `undefined` if it was pruned, is damaged, or is longer than `maxBytes`. */
  readContent: (hash: string, maxBytes?: number) => Buffer | undefined
  /**
   * Stores a content that may not be on disk, such as a merged text, and returns its hash. Call inside `transaction`.
   */
  keep: (bytes: Buffer) => string
  /**
   * Reads the current state of a path and stores its content. Anything but a file or a link counts as absent. Does not
   * record a change; the next scan does. Call inside `transaction`.
   */
  stateAt: (path: string) => FileState
  /**
   * Records a change that was just made, so that the next scan does not. Returns its number. Call inside `transaction`.
   */
  record: (change: KnownChange) => number
  /** Runs a write and announces it, so that ledgers of overlapping folders attribute it correctly. */
  announced: <T>(path: string, target: FileState, write: () => T) => T
  /** Runs `work` in a transaction that includes the contents it stores. */
  transaction: <T>(work: () => T) => T
  /** Converts a ledger path to an absolute one; `undefined` if it escapes the folder. */
  toAbsolute: (path: string) => string | undefined
  /** Converts an absolute path to a ledger path; `undefined` outside the folder. */
  toRelative: (absolute: string) => string | undefined
}
