import type { TakenBack } from '../../../shared/changes/change'
import type { TakenBackEvent } from '../../../shared/thread/deedEvents'
import type { ReviewTally } from '../ledgerCalls'

/**
 * The files for which the log and the ledgers of the folders do not agree about what was taken back, as the ledgers
 * have it.
 */
export function takenBackSince(told: readonly TakenBack[], tallies: readonly ReviewTally[]): TakenBackEvent['files'] {
  const now = tallies.flatMap(tally => tally.takenBack)
  const acts = actsOf(now)
  const known = actsOf(told)
  // For a turn that the ledgers have forgotten, the log stays as it is.
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
