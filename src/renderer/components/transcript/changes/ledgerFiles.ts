import type { TurnChanges, TurnFile } from '../../../../shared/changes/turnChanges'
import type { ChangedFile } from './changedFiles'
import { isSameFile } from '../../../../shared/thread/reduce/notAsked'

/** The changed files of a turn: those that calls reported, and those that were seen to change besides. */
export interface TurnFiles {
  readonly said: readonly ChangedFile[]
  /** Who else changed a file that calls named. */
  readonly seen: ReadonlyMap<ChangedFile, TurnFile>
  /** No call named them. */
  readonly others: readonly TurnFile[]
  readonly count: number
}

/** Joins what calls reported with what was seen to change. */
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
