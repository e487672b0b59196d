import { splitLines } from '../diff/alignLines'
import { type ChangeHunk, hunksOfLines } from './hunks'

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
  const [ourHunks, theirHunks] = [hunksOfLines(lines, splitLines(ours)), hunksOfLines(lines, splitLines(theirs))]
  const parts: string[] = []
  const conflicts: MergeConflict[] = []
  let from = 0
  let at = 0
  const add = (part: string): void => {
    parts.push(part)
    at += part.length
  }
  for (const group of touchingGroups(ourHunks, theirHunks)) {
    const [our, their] = [sideOf(lines, group, group.ours), sideOf(lines, group, group.theirs)]
    add(lines.slice(from, group.start).join(''))
    if (group.ours.length > 0 && group.theirs.length > 0 && our !== their)
      conflicts.push({ line: group.start + 1, at, base: lines.slice(group.start, group.end).join(''), ours: our, theirs: their })
    add(group.ours.length > 0 ? our : their)
    from = group.end
  }
  parts.push(lines.slice(from).join(''))
  return { text: parts.join(''), conflicts }
}

/** Changes of both sides that overlap or touch, and the lines of the base that they span, counted from 0, `end` excluded. */
interface Group {
  readonly start: number
  readonly end: number
  readonly ours: readonly ChangeHunk[]
  readonly theirs: readonly ChangeHunk[]
}

function touchingGroups(ours: readonly ChangeHunk[], theirs: readonly ChangeHunk[]): Group[] {
  const all = [...ours.map(hunk => ({ hunk, side: 'ours' as const })), ...theirs.map(hunk => ({ hunk, side: 'theirs' as const }))]
    .sort((left, right) => left.hunk.oldStart - right.hunk.oldStart)
  const groups: { start: number, end: number, ours: ChangeHunk[], theirs: ChangeHunk[] }[] = []
  for (const { hunk, side } of all) {
    const start = hunk.oldStart - 1
    const end = start + hunk.removed.length
    let group = groups.at(-1)
    if (group && start <= group.end)
      group.end = Math.max(group.end, end)
    else
      groups.push(group = { start, end, ours: [], theirs: [] })
    group[side].push(hunk)
  }
  return groups
}

/** What one side made of the group's lines. */
function sideOf(lines: readonly string[], { start, end }: Group, hunks: readonly ChangeHunk[]): string {
  const parts: string[] = []
  let from = start
  for (const { oldStart, removed, added } of hunks) {
    parts.push(lines.slice(from, oldStart - 1).join(''), added.join(''))
    from = oldStart - 1 + removed.length
  }
  parts.push(lines.slice(from, end).join(''))
  return parts.join('')
}
