import type { FileMatches, LineMatch } from '../../../../shared/contract/methods/fileMethods'
import { comparePaths } from '../../../text/pathOrder'
import { pathInFolder } from '../../../text/paths'

/** Characters shown before a line's first match. */
const maxBefore = 16

/** Matches by file. */
export type Found = ReadonlyMap<string, readonly LineMatch[]>

interface Row {
  readonly key: string
  readonly path: string
  /** Path of the file, or text of the line. */
  readonly name: string
}

/** A matching file or line. */
export type SearchRow
  = | Row & { readonly kind: 'file', readonly depth: 0, readonly folder: string, readonly count: number, readonly isOpen: boolean }
    | Row & { readonly kind: 'line', readonly depth: 1, readonly match: LineMatch }

/** Adds new matches to those found so far. */
export function addMatches(found: Found, files: readonly FileMatches[]): Found {
  const next = new Map(found)
  for (const { path, lines } of files)
    next.set(path, [...next.get(path) ?? [], ...lines])
  return next
}

/** Number of matches; a line may have several. */
function matchCount(lines: readonly LineMatch[]): number {
  return lines.reduce((sum, { ranges }) => sum + Math.max(1, ranges.length), 0)
}

/** Rows in natural order by folder: files, with the lines of unfolded ones. */
export function searchRows(found: Found, folder: string, isFolded: (path: string) => boolean): SearchRow[] {
  const rows: SearchRow[] = []
  for (const [path, lines] of [...found].sort(([one], [other]) => comparePaths(one, other))) {
    const shown = pathInFolder(path, folder)
    const start = Math.max(shown.lastIndexOf('/'), shown.lastIndexOf('\\')) + 1
    const isOpen = !isFolded(path)
    const name = shown.slice(start)
    rows.push({ kind: 'file', key: path, path, name, folder: shown.slice(0, start), depth: 0, count: matchCount(lines), isOpen })
    if (!isOpen)
      continue
    // A line may come twice if a file's matches come in several parts.
    lines.forEach((match, index) =>
      rows.push({ kind: 'line', key: `${path}\0${match.line}\0${index}`, path, name: match.text.trim(), depth: 1, match }))
  }
  return rows
}

/** Cuts a line shortly before its first match. Returns the adjusted match ranges. */
export function trimLine({ text, ranges }: LineMatch): { text: string, ranges: number[] } {
  const first = ranges[0]?.[0] ?? 0
  const space = Math.min(first, text.length - text.trimStart().length)
  // So that the match is visible in a narrow column.
  const start = first - space > maxBefore ? wordFrom(text, first) : space
  const sign = start > space ? '…' : ''
  return { text: sign + text.slice(start), ranges: ranges.flatMap(range => range.map(at => at - start + sign.length)) }
}

/** A position shortly before a match, preferably a word start. */
function wordFrom(text: string, match: number): number {
  const from = wholeFrom(text, match - maxBefore)
  const word = text.slice(from - 1, match).search(/\s\S/)
  return word === -1 ? from : from + word
}

/** Avoids splitting a surrogate pair. */
function wholeFrom(text: string, at: number): number {
  return /[\uDC00-\uDFFF]/.test(text[at] ?? '') ? at + 1 : at
}
