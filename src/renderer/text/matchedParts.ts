import { readableText } from './readableText'

/** A part of a text, and whether it matched. */
export interface MatchedPart {
  readonly text: string
  readonly isMatch: boolean
}

/**
 * A text in parts, matched and not, with what misleads written out in each, by `show`. `ranges`: pairs of start and
 * end, in order.
 */
export function matchedParts(text: string, ranges: readonly number[] = [], show = readableText): MatchedPart[] {
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
