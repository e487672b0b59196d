import type { RevertedFile } from '../../../shared/changes/change'
import type { TakenBackEvent } from '../../../shared/thread/deedEvents'
import type { ReviewTally } from '../ledgerCalls'

/** Files whose reverted state differs between log and ledgers, as in the ledgers. */
export function revertedSince(logged: readonly RevertedFile[], tallies: readonly ReviewTally[]): TakenBackEvent['files'] {
  const now = tallies.flatMap(tally => tally.takenBack)
  const acts = actsByTurn(now)
  const known = actsByTurn(logged)
  // The log stays as it is for turns that the ledgers have pruned.
  const turns = new Set(tallies.flatMap(tally => tally.turns))
  const gone = logged.filter(({ promptId, path }) => turns.has(promptId) && !acts.get(promptId)?.has(path))
  return [
    ...gone.map(({ promptId, path }) => ({ promptId, path })),
    ...now.filter(({ promptId, path, act }) => known.get(promptId)?.get(path) !== act),
  ]
}

function actsByTurn(files: readonly RevertedFile[]): Map<string, Map<string, RevertedFile['act']>> {
  const acts = new Map<string, Map<string, RevertedFile['act']>>()
  for (const { promptId, path, act } of files)
    acts.set(promptId, (acts.get(promptId) ?? new Map<string, RevertedFile['act']>()).set(path, act))
  return acts
}
