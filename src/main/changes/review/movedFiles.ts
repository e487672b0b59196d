import type { ChangedBy } from '../../../shared/changes/change'
import type { Version } from '../store/versionTable'
import type { ReviewedThread } from './reviewedThread'
import { absentKey, contentKey, parseState } from '../fileState'
import { hashBytes } from '../store/contents'

/** What undoing would make of a file. */
interface UndoneFile {
  /** Relative to the recorded folder. */
  readonly path: string
  /** State keys: the present one, and that without the agent's changes. */
  readonly current: string
  readonly baseline: string
  readonly by: readonly ChangedBy[]
  /** It cannot be undone as a whole, such as one that others changed, too. */
  readonly hasConflict: boolean
}

const emptyContent = hashBytes(new Uint8Array())

/**
 * The authors of each file by path; those of a new one with those of the file that it was before it was moved: undone
 * alone, its text would be nowhere. It is `unclear` whose it is if that one cannot return. `histories`: the versions of
 * each path.
 */
export function authorsWithMoves(
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
  return new Map(files.map(({ path, current, baseline, by }) => {
    const places = baseline === absentKey ? oldPlaces.get(contentOf(current) ?? '') ?? [] : []
    return [path, [...new Set([...by, ...[...places].flatMap(moversFrom)])]]
  }))
}

/** The paths at which a content was before they were removed, by content. */
function findOldPlaces(histories: ReadonlyMap<string, readonly Version[]>): ReadonlyMap<string, ReadonlySet<string>> {
  const places = new Map<string, Set<string>>()
  for (const [path, versions] of histories) {
    const now = contentOf(versions.at(-1)!.after)
    for (const { before, after } of versions) {
      const content = after === absentKey ? contentOf(before) : undefined
      if (content !== undefined && content !== now)
        places.set(content, (places.get(content) ?? new Set()).add(path))
    }
  }
  return places
}

/** `undefined` if there is none that could be lost. */
function contentOf(state: string): string | undefined {
  const content = state === absentKey ? undefined : contentKey(parseState(state))
  return content === emptyContent ? undefined : content
}
