import type { PathMatch, PathMatcher } from '../../../text/pathMatcher'
import { type MatchedPart, matchedParts } from '../../../text/matchedParts'
import { visibleName, visibleText } from '../../../text/visibleText'

/** A file that quick open offers. */
export interface QuickItem {
  /** Its path, as it is listed: below the thread's folder, or absolute. */
  readonly id: string
  readonly name: string
  /** For those who do not see it in parts. */
  readonly label: string
  readonly nameParts: readonly MatchedPart[]
  readonly folderParts: readonly MatchedPart[]
}

/** More are not drawn: a letter more finds the rest. */
const maxShown = 50

/**
 * What matches, those in use first: open files and those that were opened lately, as far as they match without doubt.
 */
export function findQuickItems(search: string, { all, used }: { all: PathMatcher | undefined, used: PathMatcher }): QuickItem[] {
  const near = used.search(search, maxShown).matches.filter(({ isClear }) => isClear)
  const known = new Set(near.map(({ path }) => path))
  const rest = all?.search(search, maxShown).matches.filter(({ path }) => !known.has(path)) ?? []
  return [...near, ...rest].slice(0, maxShown).map(itemOf)
}

function itemOf({ path, ranges }: PathMatch): QuickItem {
  const start = Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1
  return {
    id: path,
    name: path.slice(start),
    label: visibleName(path, 1_000),
    nameParts: matchedParts(path.slice(start), ranges.map(at => Math.max(0, at - start)), visibleText),
    folderParts: matchedParts(path.slice(0, start), ranges.map(at => Math.min(start, at)), visibleText),
  }
}
