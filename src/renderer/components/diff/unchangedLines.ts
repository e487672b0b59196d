import type { DiffLine } from '../../../shared/diff/diffLine'
import type { Hunk } from '../../../shared/diff/fileDiff'
import { splitLines } from '../../../shared/diff/alignLines'

/** Unchanged lines between two hunks. */
export interface UnchangedRegion {
  readonly count: number
  /** Number of the first line, before and after the change. */
  readonly oldStart: number
  readonly newStart: number
}

/** The unchanged region between two hunks; `undefined` if there is none or line numbers are unknown. */
export function findUnchangedRegion(above: Hunk | undefined, below: Hunk | undefined): UnchangedRegion | undefined {
  if (!above || !below || above.newStart === 0 || below.newStart === 0)
    return undefined
  const oldStart = above.oldStart + above.lines.filter(({ kind }) => kind !== 'added').length
  const newStart = above.newStart + above.lines.filter(({ kind }) => kind !== 'removed').length
  const count = below.newStart - newStart
  return count > 0 ? { count, oldStart, newStart } : undefined
}

/** Lines of a region, from the text after the change, whose first line is number `firstLine`. */
export function getRegionLines(
  { count, oldStart, newStart }: UnchangedRegion,
  newText: string,
  firstLine: number,
): readonly DiffLine[] {
  const from = newStart - firstLine
  return splitLines(newText).slice(from, from + count).map((text, index) => ({
    kind: 'context',
    text: text.replace(/\n$/, ''),
    oldNumber: oldStart + index,
    newNumber: newStart + index,
  }))
}
