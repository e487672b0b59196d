import type { TurnChanges, TurnFile } from '../../../../shared/changes/turnChanges'
import type { ChangedFile } from './changedFiles'
import { isSameFile } from '../../../../shared/thread/reduce/notAsked'

/** A turn's changed files: reported by calls, and others that were recorded. */
export interface TurnFiles {
  readonly said: readonly ChangedFile[]
  /** Other authors of a file that calls named. */
  readonly seen: ReadonlyMap<ChangedFile, TurnFile>
  /** Files that no call named. */
  readonly others: readonly TurnFile[]
  readonly count: number
}

/** Merges reported and recorded changes. */
export function turnFiles(said: readonly ChangedFile[], changes: TurnChanges | undefined): TurnFiles {
  const seen = new Map<ChangedFile, TurnFile>()
  const byName = new Map<string, ChangedFile[]>()
  for (const file of said)
    byName.set(nameOf(file.path), [...byName.get(nameOf(file.path)) ?? [], file])
  const others: TurnFile[] = []
  for (const file of changes?.files ?? []) {
    const named = byName.get(nameOf(file.path))?.find(({ path }) => isSameFile(path, file.path) || isSameFile(file.path, path))
    if (named)
      seen.set(named, file)
    else
      others.push(file)
  }
  return { said, seen, others, count: Math.max(changes?.count ?? 0, said.length + others.length) }
}

function nameOf(path: string): string {
  return /[^/\\]*$/.exec(path)?.[0] ?? ''
}
