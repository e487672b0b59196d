import { diffFile, type FileDiff } from '../../../shared/diff/fileDiff'
import { findTextDifference, type TextDifference } from '../../../shared/diff/textDifference'
import { findLineEndingChange, toLineFeeds } from '../../../shared/text/lineEnds'
import { countLines } from '../../text/countLines'

/** A file before and after. */
export interface Change {
  readonly path: string
  readonly oldText?: string | null
  readonly newText: string
  /** Number of the texts' first line, if they are part of a large file. */
  readonly firstLine?: number
}

/** Maximum differing characters compared automatically. More take noticeably long, so the person starts the comparison. */
const maxAutoComparedCharacters = 16 * 1024
/** Maximum pairs of lines before and after, as each pair may have to be compared. */
const maxAutoComparedPairs = 40_000
/** In longer texts, even finding the common start and end takes noticeably long. */
const maxScannedCharacters = 4 * 1024 * 1024
/** Cached results; changes are immutable. */
const cache = new WeakMap<Change, { readonly diff?: FileDiff }>()

/** Counts differing characters, before and after. */
export function countChangedCharacters(change: Change): number {
  const { before, after } = findDifference(change)
  return before.length + after.length
}

/**
 * Compares a change. Some agents send only the replaced lines instead of the file, recognizable only by missing final
 * line feeds.
 */
export function diffChange({ oldText, newText, firstLine }: Change): FileDiff {
  const isPart = oldText !== undefined
    && oldText !== null
    && oldText !== ''
    && !oldText.endsWith('\n')
    && !newText.endsWith('\n')
  return diffFile(oldText, newText, firstLine ?? (isPart ? 'unknown' : 'whole'))
}

/** Compares a change if it is small enough to do so automatically. */
export function diffIfSmall(change: Change): FileDiff | undefined {
  const cached = cache.get(change) ?? { diff: isSmall(change) ? diffChange(change) : undefined }
  cache.set(change, cached)
  return cached.diff
}

function isSmall(change: Change): boolean {
  if ((change.oldText?.length ?? 0) + change.newText.length > maxScannedCharacters)
    return false
  const { before, after } = findDifference(change)
  return before.length + after.length <= maxAutoComparedCharacters
    && countLines(before) * countLines(after) <= maxAutoComparedPairs
}

/** Finds the differing part, skipping the common start and end at little cost. */
function findDifference({ oldText, newText }: Change): TextDifference {
  return findLineEndingChange(oldText, newText)
    ? findTextDifference(toLineFeeds(oldText ?? ''), toLineFeeds(newText))
    : findTextDifference(oldText ?? '', newText)
}
