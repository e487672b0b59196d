import { lineEnd, lineStart } from '../text/lineBounds'
import { commonEnd, commonStart } from './commonEnds'

/** Part of a file, before and after. */
export interface ChangedPart {
  readonly oldText: string
  readonly newText: string
  /** The line that both begin with; lines count from 1. */
  readonly firstLine: number
}

/** What differs in two texts, in whole lines, with as many equal lines around it as a diff shows. */
export function changedPart(before: string, after: string, contextLines = 3): ChangedPart {
  const same = commonStart(before, after)
  let from = lineStart(before, same)
  for (let lines = 0; lines < contextLines && from > 0; lines++)
    from = lineStart(before, from - 1)
  const tail = commonEnd(before, after, Math.min(before.length, after.length) - same)
  let end = before.length - tail
  for (let lines = 0; lines <= contextLines && end < before.length; lines++)
    end = lineEnd(before, end)
  return {
    oldText: before.slice(from, end),
    newText: after.slice(from, after.length - (before.length - end)),
    firstLine: countLines(before, from) + 1,
  }
}

function countLines(text: string, to: number): number {
  let lines = 0
  for (let at = text.indexOf('\n'); at >= 0 && at < to; at = text.indexOf('\n', at + 1))
    lines++
  return lines
}
