import type { Beginning } from './beginningWords'
import type { FolderTurns } from './folderTurns'
import type { FolderLedger } from './threadLedgers'
import { atMost } from './atMost'

/** A prompt never waits longer for bookkeeping; what is not recorded by then is told as a gap. */
const maxWaitMs = 2_000

/** Has the ledgers look at their folders and mark the beginning of a turn; what of it is not recorded. Never rejects. */
export async function markBeginning(
  turn: { readonly threadId: string, readonly promptId: string },
  all: readonly FolderLedger[],
  turns: FolderTurns,
): Promise<Beginning> {
  const begun = Promise.all(all.map(({ ledger }) => ledger.beginTurn(turn)))
  const told = begun.then((answers): Beginning => ({ gaps: answers.flatMap(({ gap }) => gap ?? []) }), (error: unknown): Beginning => {
    turns.report(error, 'marking the beginning of a turn')
    return { gaps: [], fault: 'failed' }
  })
  return atMost(maxWaitMs, told, { gaps: [], fault: 'late' })
}
