import type { DiffLine } from '../../../shared/diff/diffLine'
import { hunksOf } from '../../../shared/changes/hunks'
import { splitLines } from '../../../shared/diff/alignLines'
import { markWords } from '../../../shared/diff/wordDiff'

/** A part of a file as a review shows it: a hunk with the lines around it, or a stretch in which nothing changed. */
export type Section
  = | { readonly kind: 'hunk', readonly index: number, readonly lines: readonly DiffLine[], readonly from: number, readonly to: number }
    | { readonly kind: 'fold', readonly lines: readonly DiffLine[] }

/** So many unchanged lines are shown around a change. */
const contextLines = 3
/** A shorter stretch is no harder to read than the words that would stand for it. */
const minFold = 2

/** A file before and after, in parts that together are all of it. A hunk's `from` and `to` are numbers of its changed lines. */
export function sectionsOf(before: string, after: string): readonly Section[] {
  const newLines = splitLines(after)
  const sections: Section[] = []
  let lead: DiffLine[] = []
  /** How many lines of each side stand in `sections` and `lead`. */
  let done = { old: 0, new: 0 }

  /** The unchanged lines up to the next hunk: some belong to the one above, some to the one below, the rest folds. */
  function pass(to: number, isLast: boolean): void {
    const lines = newLines.slice(done.new, to).map((text, place) =>
      lineOf('context', text, { oldNumber: done.old + place + 1, newNumber: done.new + place + 1 }))
    const above = sections.at(-1)
    const afterLines = above ? Math.min(contextLines, lines.length) : 0
    const beforeLines = isLast ? 0 : Math.min(contextLines, lines.length - afterLines)
    const fold = lines.slice(afterLines, lines.length - beforeLines)
    const isFolded = fold.length >= minFold
    const rest = isFolded || !isLast ? [] : fold
    if (above)
      sections[sections.length - 1] = { ...above, lines: [...above.lines, ...lines.slice(0, afterLines), ...rest] }
    if (isFolded)
      sections.push({ kind: 'fold', lines: fold })
    lead = [...!isFolded && !isLast ? fold : [], ...lines.slice(lines.length - beforeLines)]
  }

  for (const [index, { oldStart, newStart, removed, added }] of hunksOf(before, after).entries()) {
    pass(newStart - 1, false)
    const changed = [
      ...removed.map((text, place) => lineOf('removed', text, { oldNumber: oldStart + place })),
      ...added.map((text, place) => lineOf('added', text, { newNumber: newStart + place })),
    ]
    const [from, count] = added.length > 0 ? [newStart, added.length] : [oldStart, removed.length]
    sections.push({ kind: 'hunk', index, lines: [...lead, ...markWords(changed)], from, to: from + count - 1 })
    done = { old: oldStart - 1 + removed.length, new: newStart - 1 + added.length }
  }
  pass(newLines.length, true)
  return sections
}

function lineOf(kind: DiffLine['kind'], text: string, numbers: Pick<DiffLine, 'oldNumber' | 'newNumber'>): DiffLine {
  return text.endsWith('\n')
    ? { kind, text: text.slice(0, -1), ...numbers }
    : { kind, text, ...numbers, isUnterminated: true }
}

/** Two lines that stand beside each other; one is absent where only the other side has something. */
export interface LinePair {
  readonly before?: DiffLine
  readonly after?: DiffLine
}

/** Lines side by side: what was removed stands beside what came in its place. */
export function pairsOf(lines: readonly DiffLine[]): readonly LinePair[] {
  const pairs: LinePair[] = []
  const removed: DiffLine[] = []
  for (const line of lines) {
    if (line.kind === 'removed') {
      removed.push(line)
      continue
    }
    const before = line.kind === 'added' ? removed.shift() : line
    if (line.kind === 'context')
      pairs.push(...removed.splice(0).map(before => ({ before })))
    pairs.push({ ...before && { before }, after: line })
  }
  return [...pairs, ...removed.map(before => ({ before }))]
}

/** Each line alone: the other side of its row stays empty. */
export function singlesOf(lines: readonly DiffLine[]): readonly LinePair[] {
  return lines.map(line => line.kind === 'removed' ? { before: line } : { after: line })
}
