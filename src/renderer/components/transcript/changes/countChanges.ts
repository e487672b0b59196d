import type { ChangedFile } from './changedFiles'
import { takeWithinBudget } from '../../../text/boundList'
import { drawnAtOnce, measureCost } from '../../../text/drawnLength'
import { type Change, diffIfSmall } from '../../diff/smallDiff'

/** Returns the cost of drawing a change. */
export function getChangeCost({ oldText, newText }: Change): number {
  return measureCost(newText, drawnAtOnce / 2) + measureCost(oldText ?? '', drawnAtOnce / 2)
}

/** Counts added and removed lines. Returns `undefined` if comparing would take long. */
export function countChanges(
  changes: readonly Change[],
): { readonly added: number, readonly removed: number } | undefined {
  const known = takeWithinBudget(changes, drawnAtOnce, getChangeCost).flatMap(change => diffIfSmall(change) ?? [])
  return known.length === 0 || known.length < changes.length
    ? undefined
    : {
        added: known.reduce((sum, { added }) => sum + added, 0),
        removed: known.reduce((sum, { removed }) => sum + removed, 0),
      }
}

/** Picks the files whose lines are counted before they are unfolded, as comparing takes time. */
export function pickCountedFiles(files: readonly ChangedFile[]): ReadonlySet<ChangedFile> {
  const getFileCost = ({ changes }: ChangedFile): number =>
    changes.reduce((sum, change) => sum + getChangeCost(change), 0)
  return new Set(takeWithinBudget(files, drawnAtOnce, getFileCost))
}
