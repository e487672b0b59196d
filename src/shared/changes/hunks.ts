import { alignLines, splitLines } from '../diff/alignLines'
import { countCommonEnd, countCommonStart } from '../diff/textDifference'
import { findLineEndingChange, toLineFeeds } from '../text/lineEnds'

/** A run of replaced lines, without context. Lines include their line feeds; numbers are 1-based. */
export interface ChangeHunk {
  /** The first removed line, or the line before which the hunk inserts. */
  readonly oldStart: number
  /** The first added line in the new text. */
  readonly newStart: number
  readonly removed: readonly string[]
  readonly added: readonly string[]
}

/**
 * Computes the hunks that turn `written` into `after`, in order. Equal texts give equal hunks, so an index identifies a
 * hunk. Hunks have the line endings of `after`; if all line endings changed, that is not a hunk.
 */
export function computeHunks(written: string, after: string): ChangeHunk[] {
  const before = matchLineEndings(written, after)
  if (before === after)
    return []
  const { start, end } = findCommonEnds(before, after)
  const between = [before, after].map(text => splitLines(text.slice(start, text.length - end))) as [string[], string[]]
  const hunks = computeLineHunks(...between)
  const skipped = countLineFeeds(before, start)
  return skipped === 0
    ? hunks
    : hunks.map(hunk => ({ ...hunk, oldStart: hunk.oldStart + skipped, newStart: hunk.newStart + skipped }))
}

/** `computeHunks` for texts that are already split into lines. */
export function computeLineHunks(before: readonly string[], after: readonly string[]): ChangeHunk[] {
  const hunks: { oldStart: number, newStart: number, removed: string[], added: string[] }[] = []
  let [oldLine, newLine] = [1, 1]
  let isOpen = false
  for (const { kind, lines } of alignLines(before, after)) {
    if (kind === 'context') {
      isOpen = false
      oldLine += lines.length
      newLine += lines.length
      continue
    }
    if (!isOpen)
      hunks.push({ oldStart: oldLine, newStart: newLine, removed: [], added: [] })
    isOpen = true
    const hunk = hunks.at(-1)!
    // Not a spread: a run can have more lines than a call can take arguments.
    const side = kind === 'removed' ? hunk.removed : hunk.added
    for (const line of lines)
      side.push(line)
    if (kind === 'removed')
      oldLine += lines.length
    else
      newLine += lines.length
  }
  return hunks
}

/**
 * Applies the hunks at these indexes of `computeHunks(before, after)` to `before`. The result is the baseline after
 * keeping them.
 */
export function applySelectedHunks(before: string, after: string, places: Iterable<number>): string {
  const chosen = new Set(places)
  const hunks = computeHunks(before, after)
  const kept = hunks.filter((_, place) => chosen.has(place))
  return kept.length === hunks.length ? after : matchLineEndings(applyHunks(matchLineEndings(before, after), kept), before)
}

/**
 * Removes the hunks at these indexes of `computeHunks(before, after)` from `after`. The result is the file after
 * rejecting them.
 */
export function removeHunks(before: string, after: string, places: Iterable<number>): string {
  const rejected = new Set(places)
  const left = computeHunks(before, after).filter((_, place) => !rejected.has(place))
  return left.length === 0 ? before : applyHunks(matchLineEndings(before, after), left)
}

/** Converts a text's line endings to those of `other` if none of them match. */
function matchLineEndings(text: string, other: string): string {
  if (text.includes('\r\n') === other.includes('\r\n'))
    return text
  const turned = findLineEndingChange(text, other)
  return turned === undefined ? text : turned.after === 'lf' ? toLineFeeds(text) : text.replaceAll('\n', '\r\n')
}

/** Applies hunks, sorted by line. */
export function applyHunks(before: string, hunks: readonly ChangeHunk[]): string {
  const lines = splitLines(before)
  let text = ''
  let from = 0
  for (const { oldStart, removed, added } of hunks) {
    text += lines.slice(from, oldStart - 1).join('') + added.join('')
    from = oldStart - 1 + removed.length
  }
  return text + lines.slice(from).join('')
}

/**
 * The lengths of the common prefix and suffix of two different texts, in whole lines. Most of a file then does not have
 * to be split.
 */
function findCommonEnds(before: string, after: string): { start: number, end: number } {
  let start = countCommonStart(before, after)
  while (start > 0 && !isLineStart(before, start))
    start--
  let end = countCommonEnd(before, after, Math.min(before.length, after.length) - start)
  if (!isLineStart(before, before.length - end) || !isLineStart(after, after.length - end)) {
    const lineFeed = before.indexOf('\n', before.length - end)
    end = lineFeed < 0 ? 0 : before.length - 1 - lineFeed
  }
  return { start, end }
}

function isLineStart(text: string, at: number): boolean {
  return at === 0 || text.charCodeAt(at - 1) === 10
}

function countLineFeeds(text: string, end: number): number {
  let count = 0
  for (let at = text.indexOf('\n'); at >= 0 && at < end; at = text.indexOf('\n', at + 1))
    count++
  return count
}
