import { join } from 'node:path'
import { inject } from 'vitest'

/** The worker of a folder's ledger as built for the app. */
export function ledgerProgram(): string {
  return join(inject('builtHost'), 'main/ledger.js')
}
