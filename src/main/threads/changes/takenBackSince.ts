import type { TakenBack } from '../../../shared/changes/change'
import type { TakenBackEvent } from '../../../shared/thread/deedEvents'
import type { ReviewTally } from '../../changes/ledgerCalls'

/** What differs between what the log says was taken back and what the ledgers of the folders know. */
export function takenBackSince(told: readonly TakenBack[], tallies: readonly ReviewTally[]): TakenBackEvent['files'] {
  const now = tallies.flatMap(tally => tally.takenBack)
  const acts = actsOf(now)
  const known = actsOf(told)
  // Of a turn that they have forgotten, what was told stays.
  const turns = new Set(tallies.flatMap(tally => tally.turns))
  const gone = told.filter(({ promptId, path }) => turns.has(promptId) && !acts.get(promptId)?.has(path))
  return [
    ...gone.map(({ promptId, path }) => ({ promptId, path })),
    ...now.filter(({ promptId, path, act }) => known.get(promptId)?.get(path) !== act),
  ]
}

function actsOf(files: readonly TakenBack[]): Map<string, Map<string, TakenBack['act']>> {
  const acts = new Map<string, Map<string, TakenBack['act']>>()
  for (const { promptId, path, act } of files)
    acts.set(promptId, (acts.get(promptId) ?? new Map<string, TakenBack['act']>()).set(path, act))
  return acts
}
