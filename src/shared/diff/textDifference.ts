import { lineEnd, lineStart } from '../text/lineEnds'

/**
 * Characters that are compared at once: many times faster than one by one, and few enough to find the first other one
 * soon.
 */
const step = 4_096

/** What two texts have in common at both ends, and what is between. */
export interface TextDifference {
  readonly start: string
  readonly before: string
  readonly after: string
  readonly end: string
}

/** Where two texts differ: from the first to the last character that is another. No surrogate pair is cut in two. */
export function textDifference(before: string, after: string): TextDifference {
  let start = commonStart(before, after)
  if (/[\uD800-\uDBFF]/.test(before[start - 1] ?? ''))
    start--
  let end = commonEnd(before, after, Math.min(before.length, after.length) - start)
  if (end > 0 && /[\uDC00-\uDFFF]/.test(before.at(-end) ?? ''))
    end--
  return {
    start: before.slice(0, start),
    before: before.slice(start, before.length - end),
    after: after.slice(start, after.length - end),
    end: before.slice(before.length - end),
  }
}

/** How many characters two texts begin with alike. */
export function commonStart(left: string, right: string): number {
  const shorter = Math.min(left.length, right.length)
  let same = 0
  while (same < shorter && left.slice(same, Math.min(same + step, shorter)) === right.slice(same, Math.min(same + step, shorter)))
    same += step
  same = Math.min(same, shorter)
  while (same < shorter && left.charCodeAt(same) === right.charCodeAt(same))
    same++
  return same
}

/** How many characters two texts end with alike, at most that many. */
export function commonEnd(left: string, right: string, most: number): number {
  const max = Math.min(left.length, right.length, most)
  const part = (text: string, from: number, to: number): string => text.slice(text.length - to, text.length - from)
  let same = 0
  while (same < max && part(left, same, Math.min(same + step, max)) === part(right, same, Math.min(same + step, max)))
    same += step
  same = Math.min(same, max)
  while (same < max && left.charCodeAt(left.length - 1 - same) === right.charCodeAt(right.length - 1 - same))
    same++
  return same
}

/** Part of a file, before and after. */
interface ChangedPart {
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
