import type { DiffLine } from '../../../shared/diff/diffLine'
import type { Hunk } from '../../../shared/diff/fileDiff'
import { lineCost, measureDrawn } from '../../text/drawnLength'

/** Limits hunks to `budget` characters and `maxLines` lines. `hidden` counts lines hidden completely or partly. */
export function boundHunks(
  hunks: readonly Hunk[],
  budget: number,
  maxLines = Infinity,
): { hunks: readonly Hunk[], hidden: number } {
  let remaining = budget
  let takenLines = 0
  let hidden = 0

  function takeLine(line: DiffLine): DiffLine[] {
    if (remaining <= 0 || takenLines === maxLines) {
      hidden++
      return []
    }
    takenLines++
    const drawn = measureDrawn(line.text, remaining)
    remaining = drawn.left - lineCost
    if (drawn.length === line.text.length)
      return [line]
    hidden++
    const { words: _, ...rest } = line
    return [{ ...rest, text: line.text.slice(0, drawn.length) }]
  }

  const shown = hunks.map(hunk => ({ ...hunk, lines: hunk.lines.flatMap(takeLine) }))
    .filter(({ lines }) => lines.length > 0)
  return { hunks: shown, hidden }
}
