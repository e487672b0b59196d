import type { LineEnding } from '../text/lineEnds'
import type { DiffLine } from './diffLine'
import { findLineEndingChange, toLineFeeds } from '../text/lineEnds'
import { alignLines, type LineRun, splitLines } from './alignLines'
import { markWords } from './wordDiff'

/** The changes of one file, as hunks with some lines of context. */
export interface FileDiff {
  readonly change: 'created' | 'changed' | 'emptied' | 'same'
  readonly added: number
  readonly removed: number
  readonly hunks: readonly Hunk[]
  /** The number of changed lines beyond the limit. */
  readonly omitted: number
  /** Set if every line ending changed. Lines are then compared without their endings. */
  readonly lineEndings?: { readonly before: LineEnding, readonly after: LineEnding }
}

/** Nearby changes; line numbers are 1-based. */
export interface Hunk {
  readonly oldStart: number
  readonly newStart: number
  readonly lines: readonly DiffLine[]
}

/** More lines would freeze the window. */
export const maxDiffLines = 20_000
const contextLines = 3

/** The position of the texts in their file: the whole file, starting at this line, or unknown. */
type Place = 'whole' | 'unknown' | number

/** Diffs a file, or part of it. `before` is `undefined` or `null` for a new file. */
export function diffFile(before: string | null | undefined, after: string, place: Place = 'whole'): FileDiff {
  const lineEndings = findLineEndingChange(before, after)
  const oldLines = splitLines(lineEndings ? toLineFeeds(before ?? '') : before ?? '')
  const newLines = splitLines(lineEndings ? toLineFeeds(after) : after)
  const all = numberLines(alignLines(oldLines, newLines), place)
  const added = all.reduce((count, line) => count + (line.kind === 'added' ? 1 : 0), 0)
  const removed = all.reduce((count, line) => count + (line.kind === 'removed' ? 1 : 0), 0)
  const { hunks, omitted } = capHunks(cutHunks(all))
  return {
    change: classifyChange(before, after),
    added,
    removed,
    hunks: hunks.map(hunk => ({ ...hunk, lines: markWords(hunk.lines) })),
    omitted,
    ...lineEndings && { lineEndings },
  }
}

function classifyChange(before: string | null | undefined, after: string): FileDiff['change'] {
  if (before === undefined || before === null)
    return 'created'
  if (before === after)
    return 'same'
  return after === '' ? 'emptied' : 'changed'
}

function numberLines(runs: readonly LineRun[], place: Place): DiffLine[] {
  const first = typeof place === 'number' ? place : 1
  let oldNumber = first
  let newNumber = first
  const isKnown = place !== 'unknown'
  return runs.flatMap(({ kind, lines }) => lines.map(text => ({
    kind,
    text: text.endsWith('\n') ? text.slice(0, -1) : text,
    oldNumber: kind === 'added' || !isKnown ? undefined : oldNumber++,
    newNumber: kind === 'removed' || !isKnown ? undefined : newNumber++,
    // Only the whole text shows how the file ends.
    ...(text.endsWith('\n') || place !== 'whole' ? {} : { isUnterminated: true as const }),
  })))
}

function cutHunks(lines: readonly DiffLine[]): Hunk[] {
  const hunks: Hunk[] = []
  let from = -1
  let lastChange = -1
  const close = (): void => {
    if (from < 0)
      return
    const cut = lines.slice(from, Math.min(lines.length, lastChange + 1 + contextLines))
    hunks.push({
      oldStart: cut.find(line => line.oldNumber)?.oldNumber ?? 0,
      newStart: cut.find(line => line.newNumber)?.newNumber ?? 0,
      lines: cut,
    })
    from = -1
  }
  for (const [index, line] of lines.entries()) {
    if (line.kind === 'context')
      continue
    if (from >= 0 && index - lastChange > 2 * contextLines + 1)
      close()
    if (from < 0)
      from = Math.max(0, index - contextLines)
    lastChange = index
  }
  close()
  return hunks
}

function capHunks(hunks: readonly Hunk[]): { hunks: Hunk[], omitted: number } {
  let remaining = maxDiffLines
  let omitted = 0
  const kept: Hunk[] = []
  for (const hunk of hunks) {
    if (remaining > 0)
      kept.push({ ...hunk, lines: hunk.lines.slice(0, remaining) })
    omitted += hunk.lines.slice(Math.max(0, remaining)).filter(line => line.kind !== 'context').length
    remaining -= hunk.lines.length
  }
  return { hunks: kept, omitted }
}
