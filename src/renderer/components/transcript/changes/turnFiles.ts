import type { TurnChanges, TurnFile } from '../../../../shared/changes/turnChanges'
import type { ChangedFile } from './changedFiles'
import { isSameFile } from '../../../../shared/thread/reduce/notAsked'

/** A turn's changed files: reported by calls, and others that were recorded. */
export interface TurnFiles {
  readonly reported: readonly ChangedFile[]
  /** Recorded changes of files that calls named, if they had other authors. */
  readonly recorded: ReadonlyMap<ChangedFile, TurnFile>
  /** Files that no call named. */
  readonly others: readonly TurnFile[]
  readonly count: number
}

/** Merges reported and recorded changes. */
export function mergeTurnFiles(reported: readonly ChangedFile[], changes: TurnChanges | undefined): TurnFiles {
  const recorded = new Map<ChangedFile, TurnFile>()
  const byName = new Map<string, ChangedFile[]>()
  for (const file of reported)
    byName.set(getName(file.path), [...byName.get(getName(file.path)) ?? [], file])
  const others: TurnFile[] = []
  for (const file of changes?.files ?? []) {
    const named = byName.get(getName(file.path))
      ?.find(({ path }) => isSameFile(path, file.path) || isSameFile(file.path, path))
    if (named)
      recorded.set(named, file)
    else
      others.push(file)
  }
  return { reported, recorded, others, count: Math.max(changes?.count ?? 0, reported.length + others.length) }
}

function getName(path: string): string {
  return /[^/\\]*$/.exec(path)?.[0] ?? ''
}
