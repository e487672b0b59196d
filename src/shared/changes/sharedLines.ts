import { splitLines } from '../diff/alignLines'
import { applyHunks, type ChangeHunk, hunksOfLines } from './hunks'
import { sideText, type TouchingGroup, touchingGroups } from './touchingGroups'

/**
 * Whose lines stay where the agent and someone else changed the same: the agent's, the other's, or both below each
 * other.
 */
export const lineVersions = ['agents', 'others', 'both'] as const
/** One of these versions. */
export type LineVersion = (typeof lineVersions)[number]

/** Lines that the agent and someone else changed, and what each made of them. */
export interface SharedLines {
  /** The hunks of what is pending that are in them, by their places in `computeHunks(before, after)`. */
  readonly hunks: readonly number[]
  readonly agents: string
  readonly others: string
}

/** A file without the agent's changes, as it is now, and with the lines of one side wherever both changed the same. */
export interface SharedTexts {
  readonly before: string
  readonly after: string
  readonly agents: string
  readonly others: string
}

/** The places of a file where something is pending that both changed, in order. */
export function sharedLines(texts: SharedTexts): SharedLines[] {
  return sharedGroups(texts).map(({ hunks, agents, others }) => ({ hunks, agents, others }))
}

/**
 * The file with that version of the lines around this hunk, before (without the agent's other changes) and after: both
 * have the same lines there, so that nothing of them is pending. `undefined` where no one else changed them.
 */
export function withVersion(texts: SharedTexts, hunk: number, version: LineVersion): { before: string, after: string } | undefined {
  const found = sharedGroups(texts).find(({ hunks }) => hunks.includes(hunk))
  if (!found)
    return undefined
  const { group, hunks, agents, others } = found
  const lines = splitLines(texts.before)
  const chosen = { agents, others, both: joined(agents, others) }[version]
  const made: ChangeHunk = {
    oldStart: group.start + 1,
    newStart: group.start + 1,
    removed: lines.slice(group.start, group.end),
    added: splitLines(chosen),
  }
  const rest = hunksOfLines(lines, splitLines(texts.after)).filter((_, place) => !hunks.includes(place))
  const all = [...rest, made].sort((left, right) => left.oldStart - right.oldStart)
  return { before: applyHunks(texts.before, [made]), after: applyHunks(texts.before, all) }
}

function sharedGroups({ before, after, agents, others }: SharedTexts): (SharedLines & { group: TouchingGroup })[] {
  const lines = splitLines(before)
  const [pending, ...sides] = [after, agents, others].map(text => hunksOfLines(lines, splitLines(text)))
  return touchingGroups([pending!, ...sides]).flatMap((group) => {
    const [theirs, ours] = [sideText(lines, group, 1), sideText(lines, group, 2)]
    const [isPending, , isOthers] = group.sides.map(hunks => hunks.length > 0)
    const hunks = group.sides[0]!.map(hunk => pending!.indexOf(hunk))
    return isPending && isOthers && theirs !== ours ? [{ group, hunks, agents: theirs, others: ours }] : []
  })
}

/** A last line without its line feed gets one. */
function joined(first: string, second: string): string {
  return first === '' || first.endsWith('\n') || second === '' ? first + second : `${first}\n${second}`
}
