import type { TurnRange } from '../ledgerCalls'
import type { StoredTurn, TurnTable } from '../store/turnTable'
import { createUnknownTurnError, forever } from '../turnMarks'

/** Consecutive turns of a thread. */
export interface ReviewedTurns {
  readonly turns: readonly StoredTurn[]
  /** Their versions are those after `first` up to `last`. */
  readonly first: number
  readonly last: number
}

/** Looks up those turns, possibly none. Throws `not_found` if a named turn is not recorded. */
export function findReviewedTurns(table: TurnTable, { threadId, from, to }: TurnRange): ReviewedTurns {
  const all = table.of(threadId)
  const [start, end] = [
    from === undefined ? 0 : findTurnIndex(all, from),
    to === undefined ? all.length - 1 : findTurnIndex(all, to),
  ]
  const turns = all.slice(start, end + 1)
  const newest = turns.at(-1)
  return {
    turns,
    // Changes stay pending even after their turn has been pruned and can no longer be restored.
    first: from === undefined ? 0 : turns[0]?.first ?? forever,
    last: to === undefined || !newest ? forever : findTurnEnd(newest, all[end + 1]),
  }
}

/** Whether anything changed while one of the turns ran. */
export function isDuring({ turns }: ReviewedTurns, seq: number): boolean {
  return turns.some((turn, place) => seq > turn.first && seq <= findTurnEnd(turn, turns[place + 1]))
}

/** A turn interrupted by Parley's exit ends where the next one begins. */
function findTurnEnd({ last }: StoredTurn, next: StoredTurn | undefined): number {
  return last ?? next?.first ?? forever
}

function findTurnIndex(turns: readonly StoredTurn[], promptId: string): number {
  const place = turns.findIndex(turn => turn.promptId === promptId)
  if (place < 0)
    throw createUnknownTurnError()
  return place
}
