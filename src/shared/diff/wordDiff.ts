import type { DiffLine, WordSpan } from './diffLine'
import { diffWordsWithSpace } from 'diff'

// Marking words helps with edited lines. On long or very different lines it is slow or confusing.
const maxLineLength = 500
const maxPairs = 1_000
const minSharedPart = 0.35
// The time grows with the square of the edits. A line with more changed words counts as a different line.
const maxEdits = 30

/** Marks changed words in lines that were removed and added in the same place. */
export function markWords(lines: readonly DiffLine[]): readonly DiffLine[] {
  const marked = [...lines]
  let pairs = 0
  for (let index = 0; index < lines.length; index++) {
    if (lines[index]!.kind !== 'removed')
      continue
    const removed = countRun(lines, index, 'removed')
    const added = countRun(lines, index + removed, 'added')
    for (let offset = 0; offset < Math.min(removed, added) && pairs < maxPairs; offset++, pairs++) {
      const spans = compareWords(lines[index + offset]!.text, lines[index + removed + offset]!.text)
      if (spans) {
        marked[index + offset] = { ...lines[index + offset]!, words: spans.before }
        marked[index + removed + offset] = { ...lines[index + removed + offset]!, words: spans.after }
      }
    }
    index += removed + added - 1
  }
  return marked
}

function countRun(lines: readonly DiffLine[], from: number, kind: DiffLine['kind']): number {
  let length = 0
  while (lines[from + length]?.kind === kind)
    length++
  return length
}

function compareWords(before: string, after: string): { before: WordSpan[], after: WordSpan[] } | undefined {
  if (before === after || before.length > maxLineLength || after.length > maxLineLength)
    return undefined
  const least = minSharedPart * Math.max(before.trim().length, after.trim().length)
  if (countSharedCharacters(before, after) < least)
    return undefined
  const parts = diffWordsWithSpace(before, after, { maxEditLength: maxEdits })
  if (!parts)
    return undefined
  const shared = parts.reduce((length, part) => length + (part.added || part.removed ? 0 : part.value.trim().length), 0)
  if (shared < least)
    return undefined
  return {
    before: parts.filter(part => !part.added).map(part => ({ text: part.value, isChanged: part.removed })),
    after: parts.filter(part => !part.removed).map(part => ({ text: part.value, isChanged: part.added })),
  }
}

/** The number of shared characters in any position: an upper bound for any diff, in a hundredth of the time. */
function countSharedCharacters(before: string, after: string): number {
  const left = new Map<string, number>()
  for (const character of before)
    left.set(character, (left.get(character) ?? 0) + 1)
  let shared = 0
  for (const character of after) {
    const count = left.get(character) ?? 0
    if (count === 0)
      continue
    left.set(character, count - 1)
    shared += character.length
  }
  return shared
}
