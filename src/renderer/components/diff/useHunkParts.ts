import type { DiffLine } from '../../../shared/diff/diffLine'
import { computed, type ComputedRef } from 'vue'
import { useHighlighting } from '../../markdown/highlight/useHighlighting'
import { pairLines } from './linePairs'
import { type LinePart, lineParts, maxDrawnLine } from './lineParts'

/** Colours are for what one reads: more of a hunk than this is looked over. */
const maxColoured = 12_000

/** The lines of a hunk in pieces of one colour, once those are known; `undefined` for a line that is shown as it is. */
export function useHunkParts(
  lines: () => readonly DiffLine[],
  path: () => string | undefined,
): ComputedRef<readonly (readonly LinePart[] | undefined)[]> {
  const language = computed(() => /\.([^./\\]+)$/.exec(path() ?? '')?.[1] ?? '')
  const isColoured = computed(() =>
    language.value !== '' && lines().reduce((length, { text }) => length + text.length, 0) <= maxColoured)
  // Each side is a text of its own: beside what replaced it, half a string would colour all that follows.
  const colour = (without: DiffLine['kind']) => {
    const text = computed(() => lines().filter(({ kind }) => kind !== without).map(line => line.text).join('\n'))
    return useHighlighting(() => isColoured.value ? { code: text.value, language: language.value } : undefined)
  }
  const before = colour('added')
  const after = colour('removed')

  return computed(() => {
    let old = 0
    let now = 0
    return lines().map(({ kind, text, words }) => {
      const tokens = kind === 'removed' ? before.value?.[old] : after.value?.[now]
      old += kind === 'added' ? 0 : 1
      now += kind === 'removed' ? 0 : 1
      return tokens && text.length <= maxDrawnLine && !text.endsWith('\r') ? lineParts(text, words, tokens) : undefined
    })
  })
}

/** A line at its place in a row: `index` is its place in the hunk, `number` that in the file which its column shows. */
interface HunkCell {
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
  return pairLines(lines).map(({ before, after }) => [cell(before, before?.oldNumber), cell(after, after?.newNumber)])
}
