import type { DiffLine } from '../../../shared/diff/diffLine'
import { computed, type ComputedRef } from 'vue'
import { useHighlighting } from '../../markdown/highlight/useHighlighting'
import { pairLines } from './linePairs'
import { type LinePart, maxDrawnLine, splitLine } from './lineParts'

/** Longer hunks are skimmed rather than read, so they are not highlighted. */
const maxHighlighted = 12_000

/** A hunk's highlighted lines, split by colour and changed words; `undefined` for a line without highlighting (yet). */
export function useHunkParts(
  lines: () => readonly DiffLine[],
  path: () => string | undefined,
): ComputedRef<readonly (readonly LinePart[] | undefined)[]> {
  const language = computed(() => /\.([^./\\]+)$/.exec(path() ?? '')?.[1] ?? '')
  const isHighlighted = computed(() =>
    language.value !== '' && lines().reduce((length, { text }) => length + text.length, 0) <= maxHighlighted)
  // Sides are highlighted separately, as an unclosed string of one would affect the other.
  const highlightSide = (without: DiffLine['kind']) => {
    const text = computed(() => lines().filter(({ kind }) => kind !== without).map(line => line.text).join('\n'))
    return useHighlighting(() => isHighlighted.value ? { code: text.value, language: language.value } : undefined)
  }
  const before = highlightSide('added')
  const after = highlightSide('removed')

  return computed(() => {
    let old = 0
    let now = 0
    return lines().map(({ kind, text, words }) => {
      const tokens = kind === 'removed' ? before.value?.[old] : after.value?.[now]
      old += kind === 'added' ? 0 : 1
      now += kind === 'removed' ? 0 : 1
      return tokens && text.length <= maxDrawnLine && !text.endsWith('\r') ? splitLine(text, words, tokens) : undefined
    })
  })
}

/** A line in a row: `index` is its index in the hunk, `number` its line number on that side. */
interface RowCell {
  readonly line: DiffLine
  readonly index: number
  readonly number: number | undefined
}

/** Lays out a hunk's lines in rows of one cell, or of two cells before and after, which may be empty. */
export function layOutRows(lines: readonly DiffLine[], isSide: boolean): readonly (readonly (RowCell | undefined)[])[] {
  if (!isSide)
    return lines.map((line, index) => [{ line, index, number: line.newNumber ?? line.oldNumber }])
  const indexes = new Map(lines.map((line, index) => [line, index]))
  const createCell = (line: DiffLine | undefined, number: number | undefined): RowCell | undefined =>
    line && { line, index: indexes.get(line) ?? 0, number }
  return pairLines(lines).map(({ before, after }) => [createCell(before, before?.oldNumber), createCell(after, after?.newNumber)])
}
