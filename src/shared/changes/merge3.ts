import { splitLines } from '../diff/alignLines'
import { hunksOfLines } from './hunks'
import { madeOf, touchingGroups } from './touchingGroups'

/** Lines that both changed, each in another way. */
export interface MergeConflict {
  /** The first of them in `base`, counted from 1. */
  readonly line: number
  /** Where our lines stand in the merged text, in characters. */
  readonly at: number
  readonly base: string
  readonly ours: string
  readonly theirs: string
}

/** `text` is whole, with our lines where both changed the same. */
export interface Merge {
  readonly text: string
  readonly conflicts: readonly MergeConflict[]
}

/** Makes of `base` what both made of it. Changes that touch each other conflict unless they come to the same, as in `git merge-file`. */
export function merge3({ base, ours, theirs }: { base: string, ours: string, theirs: string }): Merge {
  if (theirs === base || ours === theirs)
    return { text: ours, conflicts: [] }
  if (ours === base)
    return { text: theirs, conflicts: [] }
  const lines = splitLines(base)
  const parts: string[] = []
  const conflicts: MergeConflict[] = []
  let from = 0
  let at = 0
  const add = (part: string): void => {
    parts.push(part)
    at += part.length
  }
  for (const group of touchingGroups([hunksOfLines(lines, splitLines(ours)), hunksOfLines(lines, splitLines(theirs))])) {
    const [isOurs, isTheirs] = group.sides.map(hunks => hunks.length > 0)
    const [our, their] = [madeOf(lines, group, 0), madeOf(lines, group, 1)]
    add(lines.slice(from, group.start).join(''))
    if (isOurs && isTheirs && our !== their)
      conflicts.push({ line: group.start + 1, at, base: lines.slice(group.start, group.end).join(''), ours: our, theirs: their })
    add(isOurs ? our : their)
    from = group.end
  }
  parts.push(lines.slice(from).join(''))
  return { text: parts.join(''), conflicts }
}
