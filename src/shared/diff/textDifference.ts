import { findLineEnd, findLineStart } from '../text/lineEnds'

/**
 * Characters compared at a time: many times faster than single characters, and few enough to locate the first
 * difference quickly.
 */
const step = 4_096

/** The common prefix and suffix of two texts, and what differs between them. */
export interface TextDifference {
  readonly start: string
  readonly before: string
  readonly after: string
  readonly end: string
}

/** The range from the first to the last differing character. Surrogate pairs are never split. */
export function findTextDifference(before: string, after: string): TextDifference {
  let start = countCommonStart(before, after)
  if (/[\uD800-\uDBFF]/.test(before[start - 1] ?? ''))
    start--
  let end = countCommonEnd(before, after, Math.min(before.length, after.length) - start)
  if (end > 0 && /[\uDC00-\uDFFF]/.test(before.at(-end) ?? ''))
    end--
  return {
    start: before.slice(0, start),
    before: before.slice(start, before.length - end),
    after: after.slice(start, after.length - end),
    end: before.slice(before.length - end),
  }
}

/** The length of the common prefix. */
export function countCommonStart(left: string, right: string): number {
  const shorter = Math.min(left.length, right.length)
  let same = 0
  while (same < shorter
    && left.slice(same, Math.min(same + step, shorter)) === right.slice(same, Math.min(same + step, shorter))) {
    same += step
  }
  same = Math.min(same, shorter)
  while (same < shorter && left.charCodeAt(same) === right.charCodeAt(same))
    same++
  return same
}

/** The length of the common suffix, at most `most`. */
export function countCommonEnd(left: string, right: string, most: number): number {
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

/** A changed range of a file, before and after. */
interface ChangedPart {
  readonly oldText: string
  readonly newText: string
  /** The 1-based line at which both start. */
  readonly firstLine: number
}

/** The range of whole lines in which two texts differ, with the context lines that a diff shows. */
export function findChangedPart(before: string, after: string, contextLines = 3): ChangedPart {
  const same = countCommonStart(before, after)
  let from = findLineStart(before, same)
  for (let lines = 0; lines < contextLines && from > 0; lines++)
    from = findLineStart(before, from - 1)
  const tail = countCommonEnd(before, after, Math.min(before.length, after.length) - same)
  let end = before.length - tail
  for (let lines = 0; lines <= contextLines && end < before.length; lines++)
    end = findLineEnd(before, end)
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
