import { diffFile, type FileDiff } from '../../../shared/diff/fileDiff'
import { type TextDifference, textDifference } from '../../../shared/diff/textDifference'
import { findLineEndingChange, toLineFeeds } from '../../../shared/text/lineEnds'
import { countLines } from '../../text/countLines'

/** A file before and after. */
export interface Change {
  readonly path: string
  readonly oldText?: string | null
  readonly newText: string
  /** The line that the texts begin with, where they are part of a large file. */
  readonly firstLine?: number
}

/** More characters than these take a while to compare, which the person starts. */
const comparedAtOnce = 16 * 1024
/** As many pairs of a line before and a line after: each may have to be compared. */
const pairedAtOnce = 40_000
/** Looking for what is the same in more than this takes as long as comparing. */
const maxLookedThrough = 4 * 1024 * 1024
/** What was compared already: a change is never changed. */
const known = new WeakMap<Change, { readonly diff?: FileDiff }>()

/** How many characters differ, before and after. */
export function changeSize(change: Change): number {
  const { before, after } = differenceOf(change)
  return before.length + after.length
}

/**
 * Compares a change. Some agents send only the lines that they replace, which nothing but the missing end of the last
 * line shows.
 */
export function changeDiff({ oldText, newText, firstLine }: Change): FileDiff {
  const isPart = oldText !== undefined && oldText !== null && oldText !== '' && !oldText.endsWith('\n') && !newText.endsWith('\n')
  return diffFile(oldText, newText, firstLine ?? (isPart ? 'unknown' : 'whole'))
}

/** The comparison of what is small enough to be compared unasked. */
export function smallDiff(change: Change): FileDiff | undefined {
  const found = known.get(change) ?? { diff: isSmall(change) ? changeDiff(change) : undefined }
  known.set(change, found)
  return found.diff
}

function isSmall(change: Change): boolean {
  if ((change.oldText?.length ?? 0) + change.newText.length > maxLookedThrough)
    return false
  const { before, after } = differenceOf(change)
  return before.length + after.length <= comparedAtOnce && countLines(before) * countLines(after) <= pairedAtOnce
}

/** What a large file begins and ends with is compared at no cost. */
function differenceOf({ oldText, newText }: Change): TextDifference {
  return findLineEndingChange(oldText, newText)
    ? textDifference(toLineFeeds(oldText ?? ''), toLineFeeds(newText))
    : textDifference(oldText ?? '', newText)
}
