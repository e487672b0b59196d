import type { ChangedFile } from './changedFiles'
import { boundList } from '../../../text/boundList'
import { drawnAtOnce, drawnCost } from '../../../text/drawnLength'
import { type Change, diffIfSmall } from '../../diff/smallDiff'

/** Cost of drawing a change. */
export function costOfChange({ oldText, newText }: Change): number {
  return drawnCost(newText, drawnAtOnce / 2) + drawnCost(oldText ?? '', drawnAtOnce / 2)
}

/** Added and removed lines; `undefined` if comparing all changes would take long. */
export function countChanges(changes: readonly Change[]): { readonly added: number, readonly removed: number } | undefined {
  const known = boundList(changes, drawnAtOnce, costOfChange).flatMap(change => diffIfSmall(change) ?? [])
  return known.length === 0 || known.length < changes.length
    ? undefined
    : { added: known.reduce((sum, { added }) => sum + added, 0), removed: known.reduce((sum, { removed }) => sum + removed, 0) }
}

/** Number of files counted before they are unfolded, as comparing takes time. */
export function countedFiles(files: readonly ChangedFile[]): ReadonlySet<ChangedFile> {
  const costOfFile = ({ changes }: ChangedFile): number => changes.reduce((sum, change) => sum + costOfChange(change), 0)
  return new Set(boundList(files, drawnAtOnce, costOfFile))
}
