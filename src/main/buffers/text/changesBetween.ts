import { ChangeSet, type Text } from '@codemirror/state'
import { hunksOfLines } from '../../../shared/changes/hunks'
import { splitLines } from '../../../shared/diff/alignLines'
import { lineEnd, lineStart } from '../../../shared/text/lineBounds'
import { changeSetOf, type Replacement, replacementBetween } from './replacement'

/** What is longer is replaced as a whole: comparing its lines would hold everything else up. */
const maxComparedCharacters = 4_000_000

/** The changes that turn `before` into `after`, in small pieces, so that cursors stay where they are. */
export function changesBetween(before: Text, after: Text): ChangeSet {
  if (before.eq(after))
    return ChangeSet.empty(before.length)
  const [old, fresh] = [before.toString(), after.toString()]
  const whole = replacementBetween(old, fresh)
  if (whole.removed.length + whole.added.length > maxComparedCharacters)
    return changeSetOf([whole], before.length)
  // Extended to whole lines, which both texts have.
  const start = lineStart(old, whole.at)
  const end = lineEnd(old, whole.at + whole.removed.length)
  const lines = splitLines(old.slice(start, end))
  const replacements: Replacement[] = []
  let at = start
  let from = 0
  for (const { oldStart, removed, added } of hunksOfLines(lines, splitLines(fresh.slice(start, fresh.length - (old.length - end))))) {
    for (; from < oldStart - 1; from++)
      at += lines[from]!.length
    replacements.push(replacementBetween(removed.join(''), added.join(''), at))
  }
  return changeSetOf(replacements, before.length)
}
