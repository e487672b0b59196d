import type { DecidedChanges } from '../../../../shared/changes/change'
import type { DiffLine } from '../../../../shared/diff/diffLine'
import { type ChangeHunk, computeHunks } from '../../../../shared/changes/hunks'
import { splitLines } from '../../../../shared/diff/alignLines'
import { markWords } from '../../../../shared/diff/wordDiff'

interface Changed {
  /** Index among pending hunks, or among decided ones of its state, as in requests. */
  readonly index: number
  /** Index among all hunks of the file. */
  readonly number: number
  readonly lines: readonly DiffLine[]
  /** First and last changed line. */
  readonly from: number
  readonly to: number
}

/** A pending hunk with context lines. */
export type PendingSection = Changed & { readonly kind: 'hunk' }
/** A decided hunk. */
export type DecidedSection = Changed & { readonly kind: 'decided', readonly state: DecidedChanges['state'] }

/** A section of a file in a review. A `fold` has unchanged lines. */
export type Section = PendingSection | DecidedSection | { readonly kind: 'fold', readonly lines: readonly DiffLine[] }

/** Context lines above and below a change. */
const contextLines = 3
/** Fewer unchanged lines are not folded, as the placeholder would take as much space. */
const minFold = 2

/** Splits a file's diff into sections, with decided hunks at their places. */
export function splitSections(
  before: string,
  after: string,
  decided: readonly DecidedChanges[] = [],
): readonly Section[] {
  const newLines = splitLines(after)
  const located = locateHunks(computeHunks(before, after), decided)
  const sections: Section[] = []
  let leadingContext: DiffLine[] = []
  /** Lines of each side already in `sections` and `lead`. */
  let consumed = { old: 0, new: 0 }

  /** Adds unchanged lines up to the next hunk: context for the hunks above and below, and a fold. */
  function addUnchangedLines(to: number, hasHunkBelow: boolean): void {
    const lines = newLines.slice(consumed.new, to).map((text, place) =>
      toDiffLine('context', text, { oldNumber: consumed.old + place + 1, newNumber: consumed.new + place + 1 }))
    const above = sections.at(-1)
    const hunk = above?.kind === 'hunk' ? above : undefined
    const afterLines = hunk ? Math.min(contextLines, lines.length) : 0
    const beforeLines = hasHunkBelow ? Math.min(contextLines, lines.length - afterLines) : 0
    const fold = lines.slice(afterLines, lines.length - beforeLines)
    // A few lines join a neighbouring hunk; without one they are folded.
    const isFolded = fold.length >= minFold || (fold.length > 0 && located.length > 0 && !hunk && !hasHunkBelow)
    const rest = isFolded || hasHunkBelow ? [] : fold
    if (hunk)
      sections[sections.length - 1] = { ...hunk, lines: [...hunk.lines, ...lines.slice(0, afterLines), ...rest] }
    if (isFolded)
      sections.push({ kind: 'fold', lines: fold })
    leadingContext = [...!isFolded && hasHunkBelow ? fold : [], ...lines.slice(lines.length - beforeLines)]
    consumed = { old: consumed.old + lines.length, new: consumed.new + lines.length }
  }

  for (const [place, { at, lineCount, index, hunk, state }] of located.entries()) {
    addUnchangedLines(at, state === undefined)
    const { lines, ...span } = listChangedLines(hunk)
    const section = { index, number: place, lines: [...leadingContext, ...markWords(lines)], ...span }
    sections.push(state === undefined ? { kind: 'hunk', ...section } : { kind: 'decided', state, ...section })
    consumed = { old: consumed.old + (state === undefined ? hunk.removed.length : lineCount), new: consumed.new + lineCount }
    leadingContext = []
  }
  addUnchangedLines(newLines.length, false)
  return sections
}

function listChangedLines({ oldStart, newStart, removed, added }: ChangeHunk): { lines: DiffLine[], from: number, to: number } {
  const lines = [
    ...removed.map((text, place) => toDiffLine('removed', text, { oldNumber: oldStart + place })),
    ...added.map((text, place) => toDiffLine('added', text, { newNumber: newStart + place })),
  ]
  const [from, count] = added.length > 0 ? [newStart, added.length] : [oldStart, removed.length]
  return { lines, from, to: from + count - 1 }
}

function toDiffLine(kind: DiffLine['kind'], text: string, numbers: Pick<DiffLine, 'oldNumber' | 'newNumber'>): DiffLine {
  return text.endsWith('\n')
    ? { kind, text: text.slice(0, -1), ...numbers }
    : { kind, text, ...numbers, isUnterminated: true }
}

/** A hunk located in the current file. */
interface LocatedHunk {
  /** Index of the first line in the current file, and number of lines. */
  readonly at: number
  readonly lineCount: number
  /** Index among pending hunks, or among decided ones of the same state. */
  readonly index: number
  readonly hunk: ChangeHunk
  /** Absent if pending. */
  readonly state?: DecidedChanges['state']
}

/** Locates pending and decided hunks, in file order. A decided hunk that overlaps another one gets no lines. */
function locateHunks(pending: readonly ChangeHunk[], decided: readonly DecidedChanges[]): LocatedHunk[] {
  const located: LocatedHunk[] = pending.map((hunk, index) => ({ at: hunk.newStart - 1, lineCount: hunk.added.length, index, hunk }))
  const taken = located.map(({ at, lineCount }) => ({ from: at, to: at + lineCount }))
  for (const { state, hunks } of decided) {
    for (const [index, hunk] of hunks.entries()) {
      const place = state === 'kept' ? locateKeptHunk(hunk, pending) : { at: hunk.oldStart - 1, lineCount: hunk.removed.length }
      const [from, to] = [place.at, place.at + place.lineCount]
      const over = taken.find(other => from < other.to && other.from < to)
      located.push({ at: over ? Math.min(from, over.from) : from, lineCount: over ? 0 : place.lineCount, index, hunk, state })
      if (!over)
        taken.push({ from, to })
    }
  }
  // At the same line, hunks without lines come first.
  return located.sort((left, right) => left.at - right.at || left.lineCount - right.lineCount)
}

/** Locates a kept hunk, which is numbered in the baseline, by adding the shift of the pending hunks above. */
function locateKeptHunk({ newStart, added }: ChangeHunk, pending: readonly ChangeHunk[]): { at: number, lineCount: number } {
  const [from, to] = [newStart - 1, newStart - 1 + added.length]
  let shift = 0
  for (const hunk of pending) {
    const [start, end] = [hunk.oldStart - 1, hunk.oldStart - 1 + hunk.removed.length]
    if (start < to && end > from)
      return { at: hunk.newStart - 1, lineCount: 0 }
    if (end <= from)
      shift += hunk.added.length - hunk.removed.length
  }
  return { at: from + shift, lineCount: added.length }
}
