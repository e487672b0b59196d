import type { FileMatches, LineMatch } from '../../../../shared/contract/methods/fileMethods'
import { comparePaths } from '../../../text/pathOrder'
import { toRelativePath } from '../../../text/paths'

/** Characters shown before a line's first match. */
const maxBefore = 16

/** Matching lines by file path. */
export type MatchesByFile = ReadonlyMap<string, readonly LineMatch[]>

interface Row {
  readonly key: string
  readonly path: string
  /** Name of the file, or text of the line. */
  readonly name: string
}

/** A row of the results: a matching file or line. */
export type SearchRow
  = | Row & {
    readonly kind: 'file'
    readonly depth: 0
    readonly folder: string
    readonly count: number
    readonly isOpen: boolean
  }
  | Row & { readonly kind: 'line', readonly depth: 1, readonly match: LineMatch }

/** Returns `found` with further matches. */
export function addMatches(found: MatchesByFile, files: readonly FileMatches[]): MatchesByFile {
  const next = new Map(found)
  for (const { path, lines } of files)
    next.set(path, [...next.get(path) ?? [], ...lines])
  return next
}

/** Counts matches; a line may have several. */
function countMatches(lines: readonly LineMatch[]): number {
  return lines.reduce((sum, { ranges }) => sum + Math.max(1, ranges.length), 0)
}

/** Builds the rows of files and of unfolded files' lines, in natural path order. */
export function buildSearchRows(found: MatchesByFile, folder: string, isFolded: (path: string) => boolean): SearchRow[] {
  const rows: SearchRow[] = []
  for (const [path, lines] of [...found].sort(([one], [other]) => comparePaths(one, other))) {
    const shown = toRelativePath(path, folder)
    const start = Math.max(shown.lastIndexOf('/'), shown.lastIndexOf('\\')) + 1
    const isOpen = !isFolded(path)
    const name = shown.slice(start)
    rows.push({ kind: 'file', key: path, path, name, folder: shown.slice(0, start), depth: 0, count: countMatches(lines), isOpen })
    if (!isOpen)
      continue
    // The index makes keys unique, as a line may occur twice if a file's matches arrive in several parts.
    lines.forEach((match, index) =>
      rows.push({ kind: 'line', key: `${path}\0${match.line}\0${index}`, path, name: match.text.trim(), depth: 1, match }))
  }
  return rows
}

/** Trims a line to start shortly before its first match, and adjusts the match ranges. */
export function trimLine({ text, ranges }: LineMatch): { text: string, ranges: number[] } {
  const first = ranges[0]?.[0] ?? 0
  const space = Math.min(first, text.length - text.trimStart().length)
  // Keeps the match visible in a narrow column.
  const start = first - space > maxBefore ? findWordStart(text, first) : space
  const sign = start > space ? '…' : ''
  return { text: sign + text.slice(start), ranges: ranges.flatMap(range => range.map(at => at - start + sign.length)) }
}

/** Finds a position shortly before a match, preferably the start of a word. */
function findWordStart(text: string, match: number): number {
  const from = skipLowSurrogate(text, match - maxBefore)
  const word = text.slice(from - 1, match).search(/\s\S/)
  return word === -1 ? from : from + word
}

/** Moves the position out of a surrogate pair. */
function skipLowSurrogate(text: string, at: number): number {
  return /[\uDC00-\uDFFF]/.test(text[at] ?? '') ? at + 1 : at
}
