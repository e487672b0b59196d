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
  /** Line numbers of its changes. */
  readonly from: number
  readonly to: number
}

/** A pending hunk with context. */
export type PendingSection = Changed & { readonly kind: 'hunk' }
/** A decided hunk. */
export type DecidedSection = Changed & { readonly kind: 'decided', readonly state: DecidedChanges['state'] }

/** A part of a file in a review. A `fold` is an unchanged stretch. */
export type Section = PendingSection | DecidedSection | { readonly kind: 'fold', readonly lines: readonly DiffLine[] }

/** Context lines around a change. */
const contextLines = 3
/** Shorter stretches are not folded, as the placeholder would take as much reading. */
const minFold = 2

/** Divides a file, before and after, into parts, with decided hunks in their places. */
export function splitSections(
  before: string,
  after: string,
  decided: readonly DecidedChanges[] = [],
): readonly Section[] {
  const newLines = splitLines(after)
  const parts = placedParts(computeHunks(before, after), decided)
  const sections: Section[] = []
  let lead: DiffLine[] = []
  /** Lines of each side in `sections` and `lead`. */
  let done = { old: 0, new: 0 }

  /** Unchanged lines up to the next part: context of the hunks above and below, the rest folded. */
  function pass(to: number, hasHunkBelow: boolean): void {
    const lines = newLines.slice(done.new, to).map((text, place) =>
      lineOf('context', text, { oldNumber: done.old + place + 1, newNumber: done.new + place + 1 }))
    const above = sections.at(-1)
    const hunk = above?.kind === 'hunk' ? above : undefined
    const afterLines = hunk ? Math.min(contextLines, lines.length) : 0
    const beforeLines = hasHunkBelow ? Math.min(contextLines, lines.length - afterLines) : 0
    const fold = lines.slice(afterLines, lines.length - beforeLines)
    // A short stretch joins a neighbouring hunk; without one it is folded.
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

/** A hunk placed in the present file. */
interface PlacedPart {
  /** First line there, from 0, and number of lines. */
  readonly at: number
  readonly takes: number
  /** Index among hunks of its kind. */
  readonly index: number
  readonly hunk: ChangeHunk
  /** Absent if pending. */
  readonly state?: DecidedChanges['state']
}

/** Pending and decided hunks in file order. A decided hunk that overlaps another takes no lines. */
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
  // Hunks without lines come first.
  return parts.sort((left, right) => left.at - right.at || left.takes - right.takes)
}

/** Kept hunks are numbered in the baseline, so lines of pending ones above are added. */
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
