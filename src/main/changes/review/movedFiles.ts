import type { ChangedBy } from '../../../shared/changes/change'
import type { Version } from '../store/versionTable'
import type { ReviewedThread } from './reviewedThread'
import { absentKey } from '../fileState'
import { getMovableContent } from './movedContent'

/** What undoing would make of a file. */
interface UndoneFile {
  /** Relative to the recorded folder. */
  readonly path: string
  /** The state key without the agent's changes. */
  readonly baseline: string
  readonly by: readonly ChangedBy[]
  /** It cannot be undone as a whole, such as one that others changed, too. */
  readonly hasConflict: boolean
}

/**
 * The authors of each file by path, with those of the files that were moved there: undone alone, their text would be
 * nowhere. It is `unclear` whose it is if one of them cannot return. `histories`: the versions of each path.
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

/** The paths at which a content was and is no more, by content. */
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
