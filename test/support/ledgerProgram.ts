import { join } from 'node:path'
import { inject } from 'vitest'

/** Returns the path of the built ledger worker. */
export function ledgerProgram(): string {
  return join(inject('builtHost'), 'main/ledger.js')
}
