import { computeHunks } from '../../shared/changes/hunks'

/** Lines added and removed by a change. */
export interface LineCounts {
  readonly added: number
  readonly removed: number
}

/** Counts the lines that differ between two texts. */
export function countLines(before: string, after: string): LineCounts {
  let [added, removed] = [0, 0]
  for (const hunk of computeHunks(before, after)) {
    added += hunk.added.length
    removed += hunk.removed.length
  }
  return { added, removed }
}
