import type { ChangedBy, ChangeList, FileChange } from '../../../shared/changes/change'
import type { Version } from '../../store/ledger/versionTable'
import type { LedgerFolder } from '../ledgerFolder'
import type { Turns } from './reviewedTurns'
import type { ReviewGround } from './reviewGround'
import { maxListedChanges } from '../../../shared/contract/methods/changeMethods'
import { stateOf } from '../fileState'
import { type FileReview, reviewFile } from './fileReview'
import { LineCounter } from './lineCounter'
import { groupedByPath, type ReviewedThread } from './reviewedThread'

/** What changed in those turns: names at once, lines as far as they are counted in time. */
export function listChanges({ folder, thread, tables, counted }: ReviewGround, turns: Turns): ChangeList {
  const reviews: { review: FileReview, by: ChangedBy[] }[] = []
  for (const versions of groupedByPath(folder.tables.versions.between(turns.first)).values()) {
    const review = reviewFile(thread, versions, turns)
    if (review && isChange(review))
      reviews.push({ review, by: authorsOf(thread, turns, versions) })
  }
  reviews.sort((left, right) => left.review.path < right.review.path ? -1 : 1)
  const counter = new LineCounter(thread.texts, counted)
  const undo = tables.operations.last(thread.threadId)
  const gap = turns.turns.findLast(turn => turn.gap !== undefined)?.gap
  return {
    files: reviews.slice(0, maxListedChanges).map(({ review, by }) => fileChange({ folder, thread, review, by, counter })),
    count: reviews.length,
    ...gap !== undefined && { gap },
    ...undo && undo.act !== 'undo' && { undo: undo.act },
  }
}

/** A file that is as it was, and about which nothing was decided, is none. */
function isChange({ origin, current, state, agent }: FileReview): boolean {
  return origin !== current || (agent !== undefined && (state === 'kept' || state === 'rejected'))
}

function authorsOf(thread: ReviewedThread, { last }: Turns, versions: readonly Version[]): ChangedBy[] {
  return [...new Set(versions.filter(version => version.seq <= last && !thread.isReview(version)).map(version => thread.authorOf(version)))]
}

function fileChange({ folder, thread, review, by, counter }: {
  folder: LedgerFolder
  thread: ReviewedThread
  review: FileReview
  by: ChangedBy[]
  counter: LineCounter
}): FileChange {
  const { origin, current, state, isShared, agent } = review
  // What was rejected is told as what it would have been.
  const [before, after] = origin === current && agent ? [stateOf(agent.before), stateOf(agent.after)] : [stateOf(origin), stateOf(current)]
  const lines = counter.count(before, after)
  return {
    path: folder.absoluteOf(review.path) ?? review.path,
    kind: before.kind === 'absent' ? 'added' : after.kind === 'absent' ? 'deleted' : 'changed',
    by,
    ...state && { state },
    ...lines.counts,
    ...lines.isWhole && { isWhole: true },
    ...isShared && { isShared: true },
    ...agent && !thread.texts.isKept(stateOf(review.baseline)) && { isUnkept: true },
  }
}
