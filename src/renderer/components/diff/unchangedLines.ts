import type { DiffLine } from '../../../shared/diff/diffLine'
import type { Hunk } from '../../../shared/diff/fileDiff'
import { splitLines } from '../../../shared/diff/alignLines'

/** A stretch between two hunks in which nothing changed. */
export interface Stretch {
  readonly count: number
  /** Its first line, before and after. */
  readonly oldStart: number
  readonly newStart: number
}

/** What is between a hunk and the next; `undefined` where nothing is, or it is unknown what. */
export function stretchBetween(above: Hunk | undefined, below: Hunk | undefined): Stretch | undefined {
  if (!above || !below || above.newStart === 0 || below.newStart === 0)
    return undefined
  const oldStart = above.oldStart + above.lines.filter(({ kind }) => kind !== 'added').length
  const newStart = above.newStart + above.lines.filter(({ kind }) => kind !== 'removed').length
  const count = below.newStart - newStart
  return count > 0 ? { count, oldStart, newStart } : undefined
}

/** The lines of a stretch, out of the text after the change, which begins with line `firstLine` of its file. */
export function stretchLines(
  { count, oldStart, newStart }: Stretch,
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
