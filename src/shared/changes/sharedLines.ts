import { splitLines } from '../diff/alignLines'
import { applyHunks, type ChangeHunk, computeLineHunks } from './hunks'
import { getSideText, groupTouching, type TouchingGroup } from './touchingGroups'

/**
 * Which lines to use where the agent and others changed the same ones: the agent's, the others', or both, one after the
 * other.
 */
export const lineVersions = ['agents', 'others', 'both'] as const
export type LineVersion = (typeof lineVersions)[number]

/** Lines that both the agent and others changed, in both versions. */
export interface SharedLines {
  /** The pending hunks on these lines, as indexes of `computeHunks(before, after)`. */
  readonly hunks: readonly number[]
  readonly agents: string
  readonly others: string
}

/**
 * A file without the agent's changes (`before`), in its current state (`after`), and with one side's lines wherever
 * both changed the same ones.
 */
export interface SharedTexts {
  readonly before: string
  readonly after: string
  readonly agents: string
  readonly others: string
}

/** Finds the pending changes on lines that both sides changed, in order. */
export function findSharedLines(texts: SharedTexts): SharedLines[] {
  return findSharedGroups(texts).map(({ hunks, agents, others }) => ({ hunks, agents, others }))
}

/**
 * Applies a version to the lines around a hunk, both to `before` and to `after`: the lines are then equal, so nothing
 * is pending there. `undefined` if only the agent changed them.
 */
export function applyVersion(texts: SharedTexts, hunk: number, version: LineVersion): { before: string, after: string } | undefined {
  const found = findSharedGroups(texts).find(({ hunks }) => hunks.includes(hunk))
  if (!found)
    return undefined
  const { group, hunks, agents, others } = found
  const lines = splitLines(texts.before)
  const chosen = { agents, others, both: joinLines(agents, others) }[version]
  const made: ChangeHunk = {
    oldStart: group.start + 1,
    newStart: group.start + 1,
    removed: lines.slice(group.start, group.end),
    added: splitLines(chosen),
  }
  const rest = computeLineHunks(lines, splitLines(texts.after)).filter((_, place) => !hunks.includes(place))
  const all = [...rest, made].sort((left, right) => left.oldStart - right.oldStart)
  return { before: applyHunks(texts.before, [made]), after: applyHunks(texts.before, all) }
}

function findSharedGroups({ before, after, agents, others }: SharedTexts): (SharedLines & { group: TouchingGroup })[] {
  const lines = splitLines(before)
  const [pending, ...sides] = [after, agents, others].map(text => computeLineHunks(lines, splitLines(text)))
  return groupTouching([pending!, ...sides]).flatMap((group) => {
    const [theirs, ours] = [getSideText(lines, group, 1), getSideText(lines, group, 2)]
    const [isPending, , isOthers] = group.sides.map(hunks => hunks.length > 0)
    const hunks = group.sides[0]!.map(hunk => pending!.indexOf(hunk))
    return isPending && isOthers && theirs !== ours ? [{ group, hunks, agents: theirs, others: ours }] : []
  })
}

/** Joins two texts, adding a line feed if the first one's last line has none. */
function joinLines(first: string, second: string): string {
  return first === '' || first.endsWith('\n') || second === '' ? first + second : `${first}\n${second}`
}
