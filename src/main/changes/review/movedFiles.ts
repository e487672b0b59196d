import type { ChangedBy } from '../../../shared/changes/change'
import type { Version } from '../store/versionTable'
import type { ReviewedThread } from './reviewedThread'
import { absentKey } from '../fileState'
import { getMovableContent } from './movedContent'

/** The result of undoing the changes of a file. */
interface UndoneFile {
  /** Relative to the recorded folder. */
  readonly path: string
  /** The state key without the agent's changes. */
  readonly baseline: string
  readonly by: readonly ChangedBy[]
  /** Whether it can't be undone as a whole, for example because others changed it too. */
  readonly hasConflict: boolean
}

/**
 * Adds to each file's authors those of the files that were moved there: undoing only one side would lose the text.
 * `unclear` if one of these files can't be restored. `histories`: the versions of each path.
 */
export function addAuthorsOfMoves(
  thread: ReviewedThread,
  files: readonly UndoneFile[],
  histories: ReadonlyMap<string, readonly Version[]>,
): ReadonlyMap<string, readonly ChangedBy[]> {
  const undone = new Map(files.map(file => [file.path, file]))
  const oldPlaces = findOldPlaces(histories)
  const moversFrom = (place: string): readonly ChangedBy[] => {
    const [old, first] = [undone.get(place), histories.get(place)?.[0]]
    if (old)
      return old.hasConflict ? ['unclear'] : old.by
    return first?.before === absentKey && thread.isAgents(first) ? [] : ['unclear']
  }
  return new Map(files.map(({ path, baseline, by }) => {
    const contents = new Set(histories.get(path)?.map(({ after }) => getMovableContent(after)))
    contents.delete(getMovableContent(baseline))
    const places = new Set([...contents].flatMap(content => [...oldPlaces.get(content ?? '') ?? []]))
    places.delete(path)
    return [path, [...new Set([...by, ...[...places].flatMap(moversFrom)])]]
  }))
}

/** The paths that used to have a content, by content. */
function findOldPlaces(histories: ReadonlyMap<string, readonly Version[]>): ReadonlyMap<string, ReadonlySet<string>> {
  const places = new Map<string, Set<string>>()
  for (const [path, versions] of histories) {
    const now = getMovableContent(versions.at(-1)!.after)
    for (const { before } of versions) {
      const content = getMovableContent(before)
      if (content !== undefined && content !== now)
        places.set(content, (places.get(content) ?? new Set()).add(path))
    }
  }
  return places
}
