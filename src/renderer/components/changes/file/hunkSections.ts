import type { DecidedChanges } from '../../../../shared/changes/change'
import type { DiffLine } from '../../../../shared/diff/diffLine'
import { type ChangeHunk, hunksOf } from '../../../../shared/changes/hunks'
import { splitLines } from '../../../../shared/diff/alignLines'
import { markWords } from '../../../../shared/diff/wordDiff'
import { placedParts } from './placedParts'

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
export function sectionsOf(before: string, after: string, decided: readonly DecidedChanges[] = []): readonly Section[] {
  const newLines = splitLines(after)
  const parts = placedParts(hunksOf(before, after), decided)
  const sections: Section[] = []
  let lead: DiffLine[] = []
  /** How many lines of each side stand in `sections` and `lead`. */
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
    // A short stretch stands with a hunk beside it; without one, it folds however short it is.
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
