import { Transaction } from '@codemirror/state'

/** Whether a change came from the host: an agent's, another program's, or another window's. */
export function isFromHost(transaction: Transaction): boolean {
  return transaction.annotation(Transaction.remote) === true
}
