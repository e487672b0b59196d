import type { DecidedChanges } from '../../../../shared/changes/change'
import type { ChangeHunk } from '../../../../shared/changes/hunks'

/** A hunk at its place in the file as it is. */
export interface PlacedPart {
  /** Its first line there, counted from 0, and how many of them it is. */
  readonly at: number
  readonly takes: number
  /** Its place among those of its kind. */
  readonly index: number
  readonly hunk: ChangeHunk
  /** Absent: it is pending. */
  readonly state?: DecidedChanges['state']
}

/** Pending and decided hunks in the order of the file. A decided hunk that overlaps another one takes no lines itself. */
export function placedParts(pending: readonly ChangeHunk[], decided: readonly DecidedChanges[]): PlacedPart[] {
  const parts: PlacedPart[] = pending.map((hunk, index) => ({ at: hunk.newStart - 1, takes: hunk.added.length, index, hunk }))
  const taken = parts.map(({ at, takes }) => ({ from: at, to: at + takes }))
  for (const { state, hunks } of decided) {
    for (const [index, hunk] of hunks.entries()) {
      const place = state === 'kept' ? keptPlace(hunk, pending) : { at: hunk.oldStart - 1, takes: hunk.removed.length }
      const [from, to] = [place.at, place.at + place.takes]
      const over = taken.find(other => from < other.to && other.from < to)
      parts.push({ at: over ? Math.min(from, over.from) : from, takes: over ? 0 : place.takes, index, hunk, state })
      if (!over)
        taken.push({ from, to })
    }
  }
  // One that takes nothing comes before what begins there.
  return parts.sort((left, right) => left.at - right.at || left.takes - right.takes)
}

/** Kept hunks are numbered by the baseline, so the lines of pending ones above are added. */
function keptPlace({ newStart, added }: ChangeHunk, pending: readonly ChangeHunk[]): { at: number, takes: number } {
  const [from, to] = [newStart - 1, newStart - 1 + added.length]
  let shift = 0
  for (const hunk of pending) {
    const [start, end] = [hunk.oldStart - 1, hunk.oldStart - 1 + hunk.removed.length]
    if (start < to && end > from)
      return { at: hunk.newStart - 1, takes: 0 }
    if (end <= from)
      shift += hunk.added.length - hunk.removed.length
  }
  return { at: from + shift, takes: added.length }
}
