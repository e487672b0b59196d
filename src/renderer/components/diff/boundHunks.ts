import type { DiffLine } from '../../../shared/diff/diffLine'
import type { Hunk } from '../../../shared/diff/fileDiff'
import { drawnLength, lineCost } from '../../text/drawnLength'

/** The first hunks, as far as `budget` and `maxLines` reach, and how many lines are hidden, whole or in part. */
export function boundHunks(hunks: readonly Hunk[], budget: number, maxLines = Infinity): { hunks: readonly Hunk[], hidden: number } {
  let left = budget
  let taken = 0
  let hidden = 0

  function take(line: DiffLine): DiffLine[] {
    if (left <= 0 || taken === maxLines) {
      hidden++
      return []
    }
    taken++
    const drawn = drawnLength(line.text, left)
    left = drawn.left - lineCost
    if (drawn.length === line.text.length)
      return [line]
    hidden++
    const { words: _, ...rest } = line
    return [{ ...rest, text: line.text.slice(0, drawn.length) }]
  }

  const shown = hunks.map(hunk => ({ ...hunk, lines: hunk.lines.flatMap(take) })).filter(({ lines }) => lines.length > 0)
  return { hunks: shown, hidden }
}
