import type { Buffer } from 'node:buffer'
import type { ChangedBy } from '../../shared/changes/change'
import type { FileState } from './fileState'
import type { LedgerDatabase } from './store/ledgerDatabase'
import type { LedgerTables } from './store/ledgerTables'

/** A change that is known to have been made. */
export interface KnownChange {
  /** As the ledger names it. */
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
  /** Its real path. */
  readonly root: string
  /** For tables of the caller. */
  readonly database: LedgerDatabase
  readonly tables: LedgerTables
  /** The content with that hash; `undefined` where it is no longer kept, is damaged, or is longer than `maxBytes`. */
  readContent: (hash: string, maxBytes?: number) => Buffer | undefined
  /** Keeps a content that may not be on the disk, such as a merged text; its hash. Inside `transaction`. */
  keep: (bytes: Buffer) => string
  /**
   * What is at the path now, its content kept; anything but a file or a link counts as absent. Records nothing: a
   * change that no one has seen yet waits for the next look. Inside `transaction`.
   */
  stateAt: (path: string) => FileState
  /**
   * A change that was just made; the next look then finds nothing new there. Returns its number. Inside `transaction`.
   */
  record: (change: KnownChange) => number
  /** Does a write at the path, so that no other folder's ledger that records it as well takes it for anyone else's. */
  announced: <T>(path: string, target: FileState, write: () => T) => T
  /** Stores all that `work` does, the contents that it kept included, or nothing. */
  transaction: <T>(work: () => T) => T
  /** Where a path of the ledger is; `undefined` for one that leads out of the folder. */
  toAbsolute: (path: string) => string | undefined
  /** What the ledger calls an absolute path; `undefined` outside. */
  toRelative: (absolute: string) => string | undefined
}
