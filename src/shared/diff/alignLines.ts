import type { DiffLine } from './diffLine'
import { diffArrays } from 'diff'

/** Consecutive lines of one kind, with their line feeds. */
export interface LineRun {
  readonly kind: DiffLine['kind']
  readonly lines: readonly string[]
}

// The time of a line diff grows with the square of the number of changes. Larger texts are first split at lines that
// occur once on each side.
const maxComparedLines = 600
const maxEdits = 2_000
/**
 * The budget for all comparisons together, as a sum of squares: about two seconds. Beyond it, lines count as replaced.
 */
const maxSquaredEdits = 12_000_000

interface Budget { squaredEdits: number }

/** Splits a text into lines with their line feeds: a last line without one differs from one with. */
export function splitLines(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? []
}

/** Aligns two lists of lines: context, removed and added runs, in order. Equal lines give equal runs. */
export function alignLines(
  oldLines: readonly string[],
  newLines: readonly string[],
  budget: Budget = { squaredEdits: maxSquaredEdits },
): LineRun[] {
  let start = 0
  while (start < oldLines.length && start < newLines.length && oldLines[start] === newLines[start])
    start++
  let end = 0
  while (
    end < oldLines.length - start
    && end < newLines.length - start
    && oldLines[oldLines.length - 1 - end] === newLines[newLines.length - 1 - end]
  ) {
    end++
  }
  const runs: LineRun[] = [
    { kind: 'context', lines: oldLines.slice(0, start) },
    ...alignMiddle(oldLines.slice(start, oldLines.length - end), newLines.slice(start, newLines.length - end), budget),
    { kind: 'context', lines: oldLines.slice(oldLines.length - end) },
  ]
  return runs.filter(run => run.lines.length > 0)
}

function alignMiddle(oldLines: readonly string[], newLines: readonly string[], budget: Budget): LineRun[] {
  const replaced: LineRun[] = [{ kind: 'removed', lines: oldLines }, { kind: 'added', lines: newLines }]
  if (budget.squaredEdits <= 0)
    return replaced
  const known = new Set(oldLines)
  if (!newLines.some(line => known.has(line)))
    return replaced
  if (oldLines.length + newLines.length > maxComparedLines) {
    const anchors = findSharedAnchors(oldLines, newLines)
    if (anchors.length > 0)
      return alignBetween(anchors, { oldLines, newLines, budget })
  }
  const parts = diffArrays([...oldLines], [...newLines], { maxEditLength: maxEdits })
  const edits = parts?.reduce((sum, part) => sum + (part.added || part.removed ? part.value.length : 0), 0) ?? maxEdits
  budget.squaredEdits -= edits ** 2
  return parts?.map(part => ({
    kind: part.added ? 'added' : part.removed ? 'removed' : 'context',
    lines: part.value,
  })) ?? replaced
}

interface Anchor { readonly oldIndex: number, readonly newIndex: number }

function alignBetween(
  anchors: readonly Anchor[],
  { oldLines, newLines, budget }: { oldLines: readonly string[], newLines: readonly string[], budget: Budget },
): LineRun[] {
  const runs: LineRun[] = []
  let oldFrom = 0
  let newFrom = 0
  for (let at = 0; at < anchors.length;) {
    const { oldIndex, newIndex } = anchors[at]!
    // Usually many anchors are consecutive.
    let size = 1
    while (anchors[at + size]?.oldIndex === oldIndex + size && anchors[at + size]?.newIndex === newIndex + size)
      size++
    runs.push(...alignLines(oldLines.slice(oldFrom, oldIndex), newLines.slice(newFrom, newIndex), budget), {
      kind: 'context',
      lines: oldLines.slice(oldIndex, oldIndex + size),
    })
    oldFrom = oldIndex + size
    newFrom = newIndex + size
    at += size
  }
  runs.push(...alignLines(oldLines.slice(oldFrom), newLines.slice(newFrom), budget))
  return runs
}

/** Lines that occur exactly once on each side and keep their order (patience diff). */
function findSharedAnchors(oldLines: readonly string[], newLines: readonly string[]): Anchor[] {
  const newPlaces = findUniqueLines(newLines)
  const candidates = [...findUniqueLines(oldLines)].flatMap(([line, oldIndex]) => {
    const newIndex = newPlaces.get(line)
    return newIndex === undefined ? [] : [{ oldIndex, newIndex }]
  })
  return findLongestRising(candidates)
}

function findUniqueLines(lines: readonly string[]): Map<string, number> {
  const places = new Map<string, number>()
  const repeated = new Set<string>()
  for (const [index, line] of lines.entries()) {
    if (places.has(line))
      repeated.add(line)
    places.set(line, index)
  }
  for (const line of repeated)
    places.delete(line)
  return places
}

/** The longest increasing subsequence by new index; anchors are sorted by old index. */
function findLongestRising(anchors: readonly Anchor[]): Anchor[] {
  const ends: number[] = []
  const before: (number | undefined)[] = []
  for (const [index, anchor] of anchors.entries()) {
    let low = 0
    let high = ends.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (anchors[ends[middle]!]!.newIndex < anchor.newIndex)
        low = middle + 1
      else
        high = middle
    }
    before[index] = ends[low - 1]
    ends[low] = index
  }
  const rising: Anchor[] = []
  for (let index = ends.at(-1); index !== undefined; index = before[index])
    rising.push(anchors[index]!)
  return rising.reverse() // `unshift` would move all others each time
}
