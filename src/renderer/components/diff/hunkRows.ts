import type { DiffLine } from '../../../shared/diff/diffLine'
import { pairsOf } from './linePairs'

/** A line at its place in a row: `index` is its place in the hunk, `number` that in the file which its column shows. */
export interface HunkCell {
  readonly line: DiffLine
  readonly index: number
  readonly number: number | undefined
}

/** The rows of a hunk: each line alone, or before and after beside each other, where a cell can be empty. */
export function hunkRows(lines: readonly DiffLine[], isSide: boolean): readonly (readonly (HunkCell | undefined)[])[] {
  if (!isSide)
    return lines.map((line, index) => [{ line, index, number: line.newNumber ?? line.oldNumber }])
  const places = new Map(lines.map((line, index) => [line, index]))
  const cell = (line: DiffLine | undefined, number: number | undefined): HunkCell | undefined =>
    line && { line, index: places.get(line) ?? 0, number }
  return pairsOf(lines).map(({ before, after }) => [cell(before, before?.oldNumber), cell(after, after?.newNumber)])
}
