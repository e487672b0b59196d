import type { ChangeHunk } from './hunks'

/**
 * Overlapping or adjacent changes of several sides, and the lines of the base that they span, 0-based, `end` exclusive.
 */
export interface TouchingGroup {
  readonly start: number
  readonly end: number
  /** The hunks of each side, possibly none, in the order of the sides. */
  readonly sides: readonly (readonly ChangeHunk[])[]
}

/** Groups the changes that several sides made to the same base. */
export function groupTouching(sides: readonly (readonly ChangeHunk[])[]): TouchingGroup[] {
  const all = sides
    .flatMap((hunks, side) => hunks.map(hunk => ({ hunk, side })))
    .sort((left, right) => left.hunk.oldStart - right.hunk.oldStart)
  const groups: { start: number, end: number, sides: ChangeHunk[][] }[] = []
  for (const { hunk, side } of all) {
    const start = hunk.oldStart - 1
    const end = start + hunk.removed.length
    let group = groups.at(-1)
    if (group && start <= group.end)
      group.end = Math.max(group.end, end)
    else
      groups.push(group = { start, end, sides: sides.map(() => []) })
    group.sides[side]!.push(hunk)
  }
  return groups
}

/** One side's version of the group's lines. */
export function getSideText(lines: readonly string[], { start, end, sides }: TouchingGroup, side: number): string {
  const parts: string[] = []
  let from = start
  for (const { oldStart, removed, added } of sides[side] ?? []) {
    parts.push(lines.slice(from, oldStart - 1).join(''), added.join(''))
    from = oldStart - 1 + removed.length
  }
  parts.push(lines.slice(from, end).join(''))
  return parts.join('')
}
