import { splitLines } from '../diff/alignLines'
import { computeLineHunks } from './hunks'
import { getSideText, groupTouching } from './touchingGroups'

/** Lines that both sides changed in different ways. */
export interface MergeConflict {
  /** The first conflicting line of `base`, 1-based. */
  readonly line: number
  /** The offset of our lines in the merged text, in characters. */
  readonly at: number
  readonly base: string
  readonly ours: string
  readonly theirs: string
}

/** A replacement that turns one side into the merged text; `at` is in characters. */
export interface MergedLines {
  readonly at: number
  readonly removed: string
  readonly added: string
}

/** `text` is the full merged text, with our lines in place of conflicts. */
interface Merge {
  readonly text: string
  readonly conflicts: readonly MergeConflict[]
  /**
   * The replacements that turn each side into the merged text, in order. Absent if two of the texts are equal, because
   * nothing is compared then.
   */
  readonly made?: { readonly ofOurs: readonly MergedLines[], readonly ofTheirs: readonly MergedLines[] }
}

/**
 * Three-way merges `ours` and `theirs`. As in `git merge-file`, changes that touch each other conflict unless they are
 * equal.
 */
export function mergeThreeWay({ base, ours, theirs }: { base: string, ours: string, theirs: string }): Merge {
  if (theirs === base || ours === theirs)
    return { text: ours, conflicts: [] }
  if (ours === base)
    return { text: theirs, conflicts: [] }
  const lines = splitLines(base)
  const parts: string[] = []
  const conflicts: MergeConflict[] = []
  const made: Record<'ofOurs' | 'ofTheirs', MergedLines[]> = { ofOurs: [], ofTheirs: [] }
  let from = 0
  let [at, ourAt, theirAt] = [0, 0, 0]
  const add = (part: string): void => {
    parts.push(part)
    at += part.length
  }
  for (const group of groupTouching([computeLineHunks(lines, splitLines(ours)), computeLineHunks(lines, splitLines(theirs))])) {
    const [isOurs, isTheirs] = group.sides.map(hunks => hunks.length > 0)
    const [our, their] = [getSideText(lines, group, 0), getSideText(lines, group, 1)]
    const kept = lines.slice(from, group.start).join('')
    add(kept)
    ourAt += kept.length
    theirAt += kept.length
    if (isOurs && isTheirs && our !== their)
      conflicts.push({ line: group.start + 1, at, base: lines.slice(group.start, group.end).join(''), ours: our, theirs: their })
    const added = isOurs ? our : their
    add(added)
    if (our !== added)
      made.ofOurs.push({ at: ourAt, removed: our, added })
    if (their !== added)
      made.ofTheirs.push({ at: theirAt, removed: their, added })
    ourAt += our.length
    theirAt += their.length
    from = group.end
  }
  parts.push(lines.slice(from).join(''))
  return { text: parts.join(''), conflicts, made }
}
