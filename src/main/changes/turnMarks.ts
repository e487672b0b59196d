import type { StoredTurn, TurnTable } from '../store/ledger/turnTable'
import type { TurnRange } from './ledgerCalls'
import { HostError } from '../../shared/errors'

/** The marks around some turns: their versions are those after `first`, up to `last`. */
export interface TurnMarks {
  readonly first: number
  readonly last: number
}

/** Where those turns begin and end. Throws `not_found` where the ledger knows nothing of one, or nothing any more. */
export function turnMarks(turns: TurnTable, { threadId, from, to }: TurnRange): TurnMarks {
  const read = (promptId: string): StoredTurn => {
    const turn = turns.read(threadId, promptId)
    if (turn === undefined)
      throw new HostError('not_found', 'What changed in this turn is not recorded, or no longer.')
    return turn
  }
  return {
    first: from === undefined ? 0 : read(from).first,
    last: to === undefined ? Number.MAX_SAFE_INTEGER : read(to).last ?? Number.MAX_SAFE_INTEGER,
  }
}
