import type { TurnRange } from './ledgerCalls'
import type { StoredTurn, TurnTable } from './store/turnTable'
import { HostError } from '../../shared/errors'

/** The marks around some turns. Their versions are those after `first` up to `last`. */
export interface TurnMarks {
  readonly first: number
  readonly last: number
}

/** End mark of running turns, after every version. */
export const forever = Number.MAX_SAFE_INTEGER

/** Looks up the marks of turns. Throws `not_found` for a turn that is not recorded or was pruned. */
export function findTurnMarks(turns: TurnTable, { threadId, from, to }: TurnRange): TurnMarks {
  const read = (promptId: string): StoredTurn => {
    const turn = turns.read(threadId, promptId)
    if (turn === undefined)
      throw createUnknownTurnError()
    return turn
  }
  return {
    first: from === undefined ? 0 : read(from).first,
    last: to === undefined ? forever : read(to).last ?? forever,
  }
}

/** The error for a turn that is not recorded or was pruned. */
export function createUnknownTurnError(): HostError {
  return new HostError('not_found', 'What changed in this turn is not recorded, or no longer.')
}
