import type { DecidedChanges } from '../../../../shared/changes/change'
import type { DiffLine } from '../../../../shared/diff/diffLine'
import { type ChangeHunk, computeHunks } from '../../../../shared/changes/hunks'
import { splitLines } from '../../../../shared/diff/alignLines'
import { markWords } from '../../../../shared/diff/wordDiff'

interface Changed {
  /** Its place among the pending hunks, or among the decided ones of its state, as requests name it. */
  readonly index: number
  /** Its place among all hunks of the file. */
  readonly number: number
  readonly lines: readonly DiffLine[]
  /** Numbers of its changed lines. */
  readonly from: number
  readonly to: number
}

/** A hunk that is pending, with the lines around it. */
export type PendingSection = Changed & { readonly kind: 'hunk' }
/** A hunk that was decided about. */
export type DecidedSection = Changed & { readonly kind: 'decided', readonly state: DecidedChanges['state'] }

/** A part of a file as a review shows it; a `fold` is a stretch in which nothing changed. */
export type Section = PendingSection | DecidedSection | { readonly kind: 'fold', readonly lines: readonly DiffLine[] }

/** How many unchanged lines are shown around a change. */
const contextLines = 3
/** A shorter stretch is not folded: the words in its place would take as much reading. */
const minFold = 2

/** A file before and after, in parts that together are all of it, with what was decided of it at its places. */
export function splitSections(
  before: string,
  after: string,
  decided: readonly DecidedChanges[] = [],
): readonly Section[] {
  const newLines = splitLines(after)
  const parts = placedParts(computeHunks(before, after), decided)
  const sections: Section[] = []
  let lead: DiffLine[] = []
  /** How many lines of each side are in `sections` and `lead`. */
  let done = { old: 0, new: 0 }

  /** The unchanged lines up to the next part: some belong to the hunk above, some to the one below, the rest folds. */
  function pass(to: number, hasHunkBelow: boolean): void {
    const lines = newLines.slice(done.new, to).map((text, place) =>
      lineOf('context', text, { oldNumber: done.old + place + 1, newNumber: done.new + place + 1 }))
    const above = sections.at(-1)
    const hunk = above?.kind === 'hunk' ? above : undefined
    const afterLines = hunk ? Math.min(contextLines, lines.length) : 0
    const beforeLines = hasHunkBelow ? Math.min(contextLines, lines.length - afterLines) : 0
    const fold = lines.slice(afterLines, lines.length - beforeLines)
    // A short stretch is with a hunk beside it; without one, it folds however short it is.
    const isFolded = fold.length >= minFold || (fold.length > 0 && parts.length > 0 && !hunk && !hasHunkBelow)
    const rest = isFolded || hasHunkBelow ? [] : fold
    if (hunk)
      sections[sections.length - 1] = { ...hunk, lines: [...hunk.lines, ...lines.slice(0, afterLines), ...rest] }
    if (isFolded)
      sections.push({ kind: 'fold', lines: fold })
    lead = [...!isFolded && hasHunkBelow ? fold : [], ...lines.slice(lines.length - beforeLines)]
    done = { old: done.old + lines.length, new: done.new + lines.length }
  }

  for (const [place, { at, takes, index, hunk, state }] of parts.entries()) {
    pass(at, state === undefined)
    const { lines, ...span } = changedLines(hunk)
    const section = { index, number: place, lines: [...lead, ...markWords(lines)], ...span }
    sections.push(state === undefined ? { kind: 'hunk', ...section } : { kind: 'decided', state, ...section })
    done = { old: done.old + (state === undefined ? hunk.removed.length : takes), new: done.new + takes }
    lead = []
  }
  pass(newLines.length, false)
  return sections
}

function changedLines({ oldStart, newStart, removed, added }: ChangeHunk): { lines: DiffLine[], from: number, to: number } {
  const lines = [
    ...removed.map((text, place) => lineOf('removed', text, { oldNumber: oldStart + place })),
    ...added.map((text, place) => lineOf('added', text, { newNumber: newStart + place })),
  ]
  const [from, count] = added.length > 0 ? [newStart, added.length] : [oldStart, removed.length]
  return { lines, from, to: from + count - 1 }
}

function lineOf(kind: DiffLine['kind'], text: string, numbers: Pick<DiffLine, 'oldNumber' | 'newNumber'>): DiffLine {
  return text.endsWith('\n')
    ? { kind, text: text.slice(0, -1), ...numbers }
    : { kind, text, ...numbers, isUnterminated: true }
}

/** A hunk at its place in the file as it is. */
interface PlacedPart {
  /** Its first line there, counted from 0, and how many of them it is. */
  readonly at: number
  readonly takes: number
  /** Its place among those of its kind. */
  readonly index: number
  readonly hunk: ChangeHunk
  /** Absent: it is pending. */
  readonly state?: DecidedChanges['state']
}

/**
 * Pending and decided hunks in the order of the file. A decided hunk that overlaps another one takes no lines itself.
 */
function placedParts(pending: readonly ChangeHunk[], decided: readonly DecidedChanges[]): PlacedPart[] {
  const parts: PlacedPart[] = pending.map((hunk, index) => ({ at: hunk.newStart - 1, takes: hunk.added.length, index, hunk }))
  const taken = parts.map(({ at, takes }) => ({ from: at, to: at + takes }))
  for (const { state, hunks } of decided) {
    for (const [index, hunk] of hunks.entries()) {
      const place = state === 'kept' ? keptPlace(hunk, pending) : { at: hunk.oldStart - 1, takes: hunk.removed.length }
      const [from, to] = [place.at, place.at + place.takes]
      const over = taken.find(other => from < other.to && other.from < to)
      parts.push({ at: over ? Math.min(from, over.from) : from, takes: over ? 0 : place.takes, index, hunk, state })
      if (!over)
        taken.push({ from, to })
    }
  }
  // One that takes nothing comes before what begins there.
  return parts.sort((left, right) => left.at - right.at || left.takes - right.takes)
}

/** Kept hunks are numbered by the baseline, so the lines of pending ones above are added. */
function keptPlace({ newStart, added }: ChangeHunk, pending: readonly ChangeHunk[]): { at: number, takes: number } {
  const [from, to] = [newStart - 1, newStart - 1 + added.length]
  let shift = 0
  for (const hunk of pending) {
    const [start, end] = [hunk.oldStart - 1, hunk.oldStart - 1 + hunk.removed.length]
    if (start < to && end > from)
      return { at: hunk.newStart - 1, takes: 0 }
    if (end <= from)
      shift += hunk.added.length - hunk.removed.length
  }
  return { at: from + shift, takes: added.length }
}
