import { alignLines, splitLines } from '../diff/alignLines'
import { commonEnd, commonStart } from '../diff/textDifference'
import { turnedEnds, withLineFeeds } from '../text/lineEnds'

/** Neighbouring lines that were replaced, without context. Lines keep their line feeds; numbers count from 1. */
export interface ChangeHunk {
  /** The first line that it replaces, or before which it inserts. */
  readonly oldStart: number
  /** Where its lines are in the new text. */
  readonly newStart: number
  readonly removed: readonly string[]
  readonly added: readonly string[]
}

/**
 * The hunks that turn `before` into `after`, in order. Equal texts give equal hunks, so that an index names one. Where
 * every line ends in another way now, that is none of them: they are of lines that end as in `after`.
 */
export function computeHunks(written: string, after: string): ChangeHunk[] {
  const before = withEndsOf(written, after)
  if (before === after)
    return []
  const { start, end } = sharedEnds(before, after)
  const between = [before, after].map(text => splitLines(text.slice(start, text.length - end))) as [string[], string[]]
  const hunks = hunksOfLines(...between)
  const skipped = lineFeedsIn(before, start)
  return skipped === 0
    ? hunks
    : hunks.map(hunk => ({ ...hunk, oldStart: hunk.oldStart + skipped, newStart: hunk.newStart + skipped }))
}

/** The same for texts that are split into lines already. */
export function hunksOfLines(before: readonly string[], after: readonly string[]): ChangeHunk[] {
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
    // No spread: a run can have more lines than a call has room for arguments.
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

/** `before` with the hunks at these places of `computeHunks(before, after)`: what it is once they are kept. */
export function withHunks(before: string, after: string, places: Iterable<number>): string {
  const chosen = new Set(places)
  const hunks = computeHunks(before, after)
  const kept = hunks.filter((_, place) => chosen.has(place))
  return kept.length === hunks.length ? after : withEndsOf(applyHunks(withEndsOf(before, after), kept), before)
}

/** `after` without the hunks at these places of `computeHunks(before, after)`: what it is once they are rejected. */
export function withoutHunks(before: string, after: string, places: Iterable<number>): string {
  const rejected = new Set(places)
  const left = computeHunks(before, after).filter((_, place) => !rejected.has(place))
  return left.length === 0 ? before : applyHunks(withEndsOf(before, after), left)
}

/** A text with its lines ended as in another one, where all of its own end in another way. */
function withEndsOf(text: string, other: string): string {
  if (text.includes('\r\n') === other.includes('\r\n'))
    return text
  const turned = turnedEnds(text, other)
  return turned === undefined ? text : turned.after === 'lf' ? withLineFeeds(text) : text.replaceAll('\n', '\r\n')
}

/** The text with these hunks in it, in the order of their lines. */
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
 * How many characters two different texts share at their beginning and end, in whole lines: most of a file need not be
 * split then.
 */
function sharedEnds(before: string, after: string): { start: number, end: number } {
  let start = commonStart(before, after)
  while (start > 0 && !beginsLine(before, start))
    start--
  let end = commonEnd(before, after, Math.min(before.length, after.length) - start)
  if (!beginsLine(before, before.length - end) || !beginsLine(after, after.length - end)) {
    const lineFeed = before.indexOf('\n', before.length - end)
    end = lineFeed < 0 ? 0 : before.length - 1 - lineFeed
  }
  return { start, end }
}

function beginsLine(text: string, at: number): boolean {
  return at === 0 || text.charCodeAt(at - 1) === 10
}

function lineFeedsIn(text: string, end: number): number {
  let count = 0
  for (let at = text.indexOf('\n'); at >= 0 && at < end; at = text.indexOf('\n', at + 1))
    count++
  return count
}
