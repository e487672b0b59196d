import type { LedgerFolder } from '../ledgerFolder'
import type { Operations } from './apply/operations'
import type { CountedLines } from './lineCounter'
import type { ReviewedThread } from './reviewedThread'
import type { ReviewTables } from './reviewTables'

/** Shared inputs of queries about one thread's changes. */
export interface ReviewContext {
  readonly folder: LedgerFolder
  readonly tables: ReviewTables
  readonly operations: Operations
  readonly thread: ReviewedThread
  readonly counted: CountedLines
}
