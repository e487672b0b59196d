import type { ChangeList, ReviewOutcome, UndoableAct } from '../../../shared/changes/change'
import { prioritizeChanges } from '../../../shared/changes/firstToList'
import { maxTurnFiles, type TurnChanges } from '../../../shared/changes/turnChanges'

/** Merges the lists of a thread's folders. */
export function mergeLists(lists: readonly ChangeList[]): ChangeList {
  const undo = findLatestAct(lists.map(list => list.undo))
  const pending = lists.reduce((sum, list) => sum + list.pending, 0)
  const reviewed = lists.reduce((sum, list) => sum + list.reviewed, 0)
  const files = prioritizeChanges(lists.flatMap(({ files }) => files))
  const marks = lists.flatMap(list => list.marks)
  return { files, count: sumCounts(lists), reviewed, pending, marks, ...mergeGaps(lists), ...undo && { undo } }
}

/** The next act to undo among those of all folders. */
export function findLatestAct(acts: readonly (UndoableAct | undefined)[]): UndoableAct | undefined {
  return acts.flatMap(act => act ?? []).sort((left, right) => right.at - left.at)[0]
}

/** Merges the summaries of a turn's folders. */
export function mergeTurnChanges(turns: readonly TurnChanges[]): TurnChanges {
  const git = turns.flatMap(turn => turn.git ?? [])
  const files = turns.flatMap(turn => turn.files).slice(0, maxTurnFiles)
  return { count: sumCounts(turns), files, ...mergeGaps(turns), ...git.length > 0 && { git } }
}

/** Merges the outcomes of several folders. */
export function mergeOutcomes(outcomes: readonly ReviewOutcome[]): ReviewOutcome {
  const paths = outcomes.flatMap(outcome => outcome.paths ?? [])
  const left = outcomes.flatMap(outcome => outcome.left)
  return { done: outcomes.reduce((sum, { done }) => sum + done, 0), left, ...paths.length > 0 && { paths } }
}

function sumCounts(parts: readonly { readonly count: number }[]): number {
  return parts.reduce((sum, { count }) => sum + count, 0)
}

function mergeGaps(parts: readonly { readonly gap?: string }[]): { readonly gap?: string } {
  const gaps = [...new Set(parts.flatMap(({ gap }) => gap ?? []))]
  return gaps.length > 0 ? { gap: gaps.join(' ') } : {}
}
