import type { TurnRange } from './ledgerCalls'
import type { LedgerTables } from './store/ledgerTables'
import { findReviewEnd } from './reviewEnd'
import { findTurnMarks } from './turnMarks'

/** Sets the author of a file's changes in those turns to the person's choice. `name` is relative to the folder. */
export function reassignChange(
  { turns, versions }: LedgerTables,
  { name, by, ...range }: TurnRange & { name: string, by: 'you' | 'asked' },
): void {
  const { threadId } = range
  const { first, last } = findTurnMarks(turns, range)
  const promptId = range.to ?? range.from ?? turns.of(threadId).at(-1)?.promptId
  const named = promptId === undefined ? [] : [{ promptId }]
  versions.claim({
    path: name,
    first,
    last: findReviewEnd(versions.ofPath(name, first), { threadId, turns: named, last }),
    from: { threadId, authors: by === 'you' ? ['asked', 'command', 'unannounced', 'unclear', 'outside'] : ['you', 'unclear', 'outside'] },
    to: by === 'you' ? { author: 'you' } : { author: 'asked', threadId, ...promptId !== undefined && { promptId } },
  })
}
