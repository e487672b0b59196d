import type { PathMatch, PathMatcher } from '../../../text/pathMatcher'
import { type MatchedPart, splitByRanges } from '../../../text/splitByRanges'
import { visibleName, visibleText } from '../../../text/visibleText'

/** A file in quick open. */
export interface QuickItem {
  /** The listed path: relative to the thread's folder, or absolute. */
  readonly id: string
  readonly name: string
  /** The whole path, for screen readers. */
  readonly label: string
  readonly nameParts: readonly MatchedPart[]
  readonly folderParts: readonly MatchedPart[]
}

/** Maximum matches shown. Typing more narrows the list. */
const maxShown = 50

/** Finds matching files. Open and recently opened files that match clearly come first. */
export function findQuickItems(
  search: string,
  { all, used }: { all: PathMatcher | undefined, used: PathMatcher },
): QuickItem[] {
  const clearMatches = used.search(search, maxShown).matches.filter(({ isClear }) => isClear)
  const usedPaths = new Set(clearMatches.map(({ path }) => path))
  const rest = all?.search(search, maxShown).matches.filter(({ path }) => !usedPaths.has(path)) ?? []
  return [...clearMatches, ...rest].slice(0, maxShown).map(toItem)
}

function toItem({ path, ranges }: PathMatch): QuickItem {
  const start = Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1
  return {
    id: path,
    name: path.slice(start),
    label: visibleName(path, 1_000),
    nameParts: splitByRanges(path.slice(start), ranges.map(at => Math.max(0, at - start)), visibleText),
    folderParts: splitByRanges(path.slice(0, start), ranges.map(at => Math.min(start, at)), visibleText),
  }
}

/** A parsed query of quick open. */
interface QuickQuery {
  /** The part that matches paths. */
  readonly search: string
  readonly line?: number
  readonly column?: number
  /** Adds the file to the message instead of opening it. */
  readonly isMention: boolean
}

/** Parses `name:12:3` as a file with line and column, and a leading `@` as a mention. */
export function parseQuickQuery(typed: string): QuickQuery {
  const text = typed.trim()
  const isMention = text.startsWith('@')
  const [, search = '', line, column] = /^(.*?)(?::(\d{0,7})(?::(\d{0,7}))?)?$/s.exec(
    isMention ? text.slice(1) : text,
  ) ?? []
  return {
    search,
    isMention,
    ...Number(line) > 0 && { line: Number(line) },
    ...Number(column) > 0 && { column: Number(column) },
  }
}
