import type { LedgerDatabase } from '../store/ledgerDatabase'
import { BaselineTable } from '../store/baselineTable'
import { OperationTable } from '../store/operationTable'

/** A review's tables in a folder's ledger. */
export interface ReviewTables {
  readonly baselines: BaselineTable
  readonly operations: OperationTable
}

/** Opens the tables of a review in a folder's ledger. */
export function openReviewTables({ sql }: Pick<LedgerDatabase, 'sql'>): ReviewTables {
  return { baselines: new BaselineTable(sql), operations: new OperationTable(sql) }
}
