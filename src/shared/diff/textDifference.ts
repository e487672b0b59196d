import { commonEnd, commonStart } from './commonEnds'

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
