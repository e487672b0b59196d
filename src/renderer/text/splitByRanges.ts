import { readableText } from './readableText'

/** A part of a text, and whether it matched. */
export interface MatchedPart {
  readonly text: string
  readonly isMatch: boolean
}

/**
 * Splits a text into matched and other parts, in which `show` escapes misleading characters. `ranges` are pairs of
 * start and end, in order.
 */
export function splitByRanges(text: string, ranges: readonly number[] = [], show = readableText): MatchedPart[] {
  const parts: MatchedPart[] = []
  const add = (start: number, end: number, isMatch: boolean): void => {
    if (end > start)
      parts.push({ text: show(text.slice(start, end)), isMatch })
  }
  let done = 0
  for (let index = 0; index + 1 < ranges.length; index += 2) {
    const [start, end] = [Math.max(done, ranges[index]!), ranges[index + 1]!]
    add(done, start, false)
    add(start, end, true)
    done = Math.max(done, end)
  }
  add(done, text.length, false)
  return parts
}
