import { join } from 'node:path'
import { inject } from 'vitest'

/** The thread of a folder's ledger as the app's build makes it. */
export function ledgerProgram(): string {
  return join(inject('builtHost'), 'main/ledger.js')
}
