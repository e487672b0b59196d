import { alignLines, splitLines } from '../diff/alignLines'

/** Neighbouring lines that were replaced, without context. Lines keep their line feeds; numbers count from 1. */
export interface ChangeHunk {
  /** The first line that it replaces, or before which it inserts. */
  readonly oldStart: number
  /** Where its lines are in the new text. */
  readonly newStart: number
  readonly removed: readonly string[]
  readonly added: readonly string[]
}

/** What makes `after` of `before`, in order. Equal texts give equal hunks, so that a place in the list names one. */
export function hunksOf(before: string, after: string): ChangeHunk[] {
  return hunksOfLines(splitLines(before), splitLines(after))
}

export function hunksOfLines(before: readonly string[], after: readonly string[]): ChangeHunk[] {
  const hunks: { oldStart: number, newStart: number, removed: string[], added: string[] }[] = []
  let [oldLine, newLine] = [1, 1]
  let isOpen = false
  for (const { kind, lines } of alignLines(before, after)) {
    if (kind === 'context') {
      isOpen = false
      oldLine += lines.length
      newLine += lines.length
      continue
    }
    if (!isOpen)
      hunks.push({ oldStart: oldLine, newStart: newLine, removed: [], added: [] })
    isOpen = true
    const hunk = hunks.at(-1)!
    // No spread: a run can have more lines than a call has room for arguments.
    const side = kind === 'removed' ? hunk.removed : hunk.added
    for (const line of lines)
      side.push(line)
    if (kind === 'removed')
      oldLine += lines.length
    else
      newLine += lines.length
  }
  return hunks
}

/** `before` with the hunks at these places of `hunksOf(before, after)`: what it is once they are kept. */
export function withHunks(before: string, after: string, places: Iterable<number>): string {
  const chosen = new Set(places)
  return applyHunks(before, hunksOf(before, after).filter((_, place) => chosen.has(place)))
}

/** `after` without the hunks at these places of `hunksOf(before, after)`: what it is once they are rejected. */
export function withoutHunks(before: string, after: string, places: Iterable<number>): string {
  const rejected = new Set(places)
  return applyHunks(before, hunksOf(before, after).filter((_, place) => !rejected.has(place)))
}

/** The text with these hunks in it, in the order of their lines. */
export function applyHunks(before: string, hunks: readonly ChangeHunk[]): string {
  const lines = splitLines(before)
  let text = ''
  let from = 0
  for (const { oldStart, removed, added } of hunks) {
    text += lines.slice(from, oldStart - 1).join('') + added.join('')
    from = oldStart - 1 + removed.length
  }
  return text + lines.slice(from).join('')
}
