import type { ChangedBy } from '../../../shared/changes/change'
import type { DecidedFile } from './decide/decideChanges'
import type { FileReview } from './fileReview'
import type { ReviewContext } from './reviewContext'
import type { ReviewedTurns } from './reviewedTurns'
import { changeGrade, isPending } from '../../../shared/changes/change'
import { reviewFile } from './fileReview'
import { listAuthors } from './listChanges'
import { addAuthorsOfMoves } from './movedFiles'
import { groupByPath } from './reviewedThread'

/** A file with pending changes. */
export interface PendingFile extends DecidedFile {
  readonly review: FileReview
  /** Authors of its changes, including those of the path that it was moved from. */
  readonly by: readonly ChangedBy[]
}

/** Files pending in those turns that can be decided there and are unchanged since the mark. */
export function findPendingFiles({ folder, thread }: ReviewContext, { turns, all, mark, by }: {
  turns: ReviewedTurns
  /** All turns of the thread. */
  all: ReviewedTurns
  mark: number
  /** Limits the files to this author; the agent's files by grade, as shown. */
  by?: ChangedBy | undefined
}): PendingFile[] {
  const { versions } = folder.tables
  const histories = groupByPath(versions.between(turns.first))
  const pending = [...histories].flatMap(([path, some]): PendingFile[] => {
    const review = (some.at(-1)?.seq ?? 0) <= mark ? reviewFile(thread, some, turns) : undefined
    if (!review || review.isPast || !isPending(review.state))
      return []
    const authors = listAuthors(thread, review, some)
    const whole = turns.first === 0 ? reviewFile(thread, some, all) : reviewFile(thread, versions.ofPath(path), all)
    const { baseline, current } = review
    return [{ path: folder.toAbsolute(path) ?? path, baseline, current, review, whole, by: authors }]
  })
  const undone = pending.map(({ review: { path, current, baseline, shared }, by }) =>
    ({ path, current, baseline, by, hasConflict: shared !== undefined }))
  const authors = addAuthorsOfMoves(thread, undone, histories)
  const grade = by && changeGrade([by])
  const isShown = (file: PendingFile): boolean =>
    grade === undefined ? by === undefined || file.by.includes(by) : changeGrade(file.by) === grade
  return pending
    .filter(isShown)
    .map(file => ({ ...file, by: authors.get(file.review.path) ?? file.by }))
}
