import type { DiffLine } from '../../../shared/diff/diffLine'
import type { Hunk } from '../../../shared/diff/fileDiff'

/** A line on the screen; a longer one takes the place of several. */
const charactersInLine = 80

/** The first hunks, as far as `limit` lines reach, and how many lines are hidden, whole or in part. */
export function boundHunks(hunks: readonly Hunk[], limit: number): { hunks: readonly Hunk[], hidden: number } {
  let left = limit
  let hidden = 0

  function take(line: DiffLine): DiffLine[] {
    if (left <= 0) {
      hidden++
      return []
    }
    const room = left * charactersInLine
    left -= 1 + Math.floor(line.text.length / charactersInLine)
    if (line.text.length <= room)
      return [line]
    hidden++
    const { words: _, ...rest } = line
    return [{ ...rest, text: line.text.slice(0, room) }]
  }

  const shown = hunks.map(hunk => ({ ...hunk, lines: hunk.lines.flatMap(take) })).filter(({ lines }) => lines.length > 0)
  return { hunks: shown, hidden }
}
