import type { FileMatches, LineMatch } from '../../../../shared/contract/methods/fileMethods'
import { comparePaths } from '../../../text/pathOrder'
import { pathInFolder } from '../../../text/paths'

/** How much of a line is shown before its first match. */
const maxBefore = 16

/** The matches by file. */
export type Found = ReadonlyMap<string, readonly LineMatch[]>

interface Row {
  readonly key: string
  readonly path: string
  /** Of the file, or the text of the line. */
  readonly name: string
}

/** A file that matches, or one of its lines. */
export type SearchRow
  = | Row & { readonly kind: 'file', readonly depth: 0, readonly folder: string, readonly count: number, readonly isOpen: boolean }
    | Row & { readonly kind: 'line', readonly depth: 1, readonly match: LineMatch }

/** Adds new matches to those found so far. */
export function withMatches(found: Found, files: readonly FileMatches[]): Found {
  const next = new Map(found)
  for (const { path, lines } of files)
    next.set(path, [...next.get(path) ?? [], ...lines])
  return next
}

/** How many places match; a line may have several. */
function matchCount(lines: readonly LineMatch[]): number {
  return lines.reduce((sum, { ranges }) => sum + Math.max(1, ranges.length), 0)
}

/** The matches as rows, by folder in natural order: each file, and its lines where it is not folded. */
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
    // The same line may come twice where a file has more matches than are told at once.
    lines.forEach((match, index) =>
      rows.push({ kind: 'line', key: `${path}\0${match.line}\0${index}`, path, name: match.text.trim(), depth: 1, match }))
  }
  return rows
}

/** A line from shortly before its first match on, and where the matches are then, as pairs of start and end. */
export function trimmedLine({ text, ranges }: LineMatch): { text: string, ranges: number[] } {
  const first = ranges[0]?.[0] ?? 0
  const space = Math.min(first, text.length - text.trimStart().length)
  // In a narrow column the match is seen, not what leads to it.
  const start = first - space > maxBefore ? wordFrom(text, first) : space
  const sign = start > space ? '…' : ''
  return { text: sign + text.slice(start), ranges: ranges.flatMap(range => range.map(at => at - start + sign.length)) }
}

/** A little before a match, where a word begins if one does there. */
function wordFrom(text: string, match: number): number {
  const from = wholeFrom(text, match - maxBefore)
  const word = text.slice(from - 1, match).search(/\s\S/)
  return word === -1 ? from : from + word
}

/** Not in the middle of a character. */
function wholeFrom(text: string, at: number): number {
  return /[\uDC00-\uDFFF]/.test(text[at] ?? '') ? at + 1 : at
}
