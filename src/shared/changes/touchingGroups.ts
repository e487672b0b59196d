import type { ChangeHunk } from './hunks'

/**
 * Changes of several sides that overlap or touch, and the lines of the base that they span, counted from 0, `end`
 * excluded.
 */
export interface TouchingGroup {
  readonly start: number
  readonly end: number
  /** Each side's hunks in it, perhaps none, in the order of the sides. */
  readonly sides: readonly (readonly ChangeHunk[])[]
}

/** Groups what several sides made of the same base. */
export function touchingGroups(sides: readonly (readonly ChangeHunk[])[]): TouchingGroup[] {
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

/** What one side made of the group's lines. */
export function sideText(lines: readonly string[], { start, end, sides }: TouchingGroup, side: number): string {
  const parts: string[] = []
  let from = start
  for (const { oldStart, removed, added } of sides[side] ?? []) {
    parts.push(lines.slice(from, oldStart - 1).join(''), added.join(''))
    from = oldStart - 1 + removed.length
  }
  parts.push(lines.slice(from, end).join(''))
  return parts.join('')
}
