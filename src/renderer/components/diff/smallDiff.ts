import { diffFile, type FileDiff } from '../../../shared/diff/fileDiff'

/** A file before and after. */
export interface Change {
  readonly path: string
  readonly oldText?: string | null
  readonly newText: string
}

/** More characters than these take a while to compare, which the person starts. */
const comparedAtOnce = 16 * 1024

/** How many characters differ, before and after: what a large file begins and ends with is compared at no cost. */
export function sizeOf({ oldText, newText }: Change): number {
  const before = oldText ?? ''
  const shorter = Math.min(before.length, newText.length)
  let start = 0
  while (start < shorter && before[start] === newText[start])
    start++
  let end = 0
  while (end < shorter - start && before.at(-1 - end) === newText.at(-1 - end))
    end++
  return before.length + newText.length - 2 * (start + end)
}

/** The comparison of what is small enough to be compared unasked. */
export function smallDiff(change: Change): FileDiff | undefined {
  return sizeOf(change) <= comparedAtOnce ? diffFile(change.oldText, change.newText) : undefined
}
