import type { LedgerFolder } from '../ledgerFolder'
import type { Version } from '../store/versionTable'
import type { ReviewContext } from './reviewContext'
import type { ReviewedTurns } from './reviewedTurns'
import { type ChangedBy, type ChangeList, type FileChange, isPending, type ReviewState } from '../../../shared/changes/change'
import { prioritizeChanges } from '../../../shared/changes/firstToList'
import { parseState } from '../fileState'
import { findLastAct } from './decide/undo'
import { type FileReview, reviewFile } from './fileReview'
import { LineCounter } from './lineCounter'
import { groupByPath, type ReviewedThread } from './reviewedThread'

interface Listed {
  readonly path: string
  readonly state: ReviewState | undefined
  readonly review: FileReview
  readonly by: readonly ChangedBy[]
}

/** Lists all changes of those turns, with the line counts that were ready in time. */
export function listChanges({ folder, thread, tables, counted }: ReviewContext, turns: ReviewedTurns): ChangeList {
  const reviews: Listed[] = []
  for (const versions of groupByPath(folder.tables.versions.between(turns.first)).values()) {
    const review = reviewFile(thread, versions, turns)
    if (review && isChange(review))
      reviews.push({ path: review.path, state: review.state, by: listAuthors(thread, review, versions), review })
  }
  const counter = new LineCounter(thread.texts, counted)
  const undo = findLastAct(tables, thread.threadId)
  const gap = turns.turns.findLast(turn => turn.gap !== undefined)?.gap
  const files = prioritizeChanges(reviews).map(listed => toFileChange({ folder, thread, counter, ...listed }))
  return {
    files,
    ...counter.isCut && { isPartlyCounted: true },
    count: reviews.length,
    reviewed: reviews.filter(({ review }) => review.state !== undefined).length,
    pending: reviews.filter(({ review }) => isPending(review.state)).length,
    marks: [folder.tables.versions.last()],
    ...gap !== undefined && { gap },
    ...undo && { undo },
  }
}

/** Files that are unchanged and undecided are not listed. */
function isChange({ origin, current, state, agent }: FileReview): boolean {
  return origin !== current || (agent !== undefined && (state === 'kept' || state === 'rejected'))
}

/** Authors of the file's changes. Excludes the person's decisions, and others whose changes are gone. */
export function listAuthors(thread: ReviewedThread, { last }: FileReview, versions: readonly Version[]): ChangedBy[] {
  const lasting = removeRoundTrips(versions)
  const counted = versions.filter(version =>
    version.seq <= last && !thread.isReview(version) && (lasting.has(version) || thread.isAgents(version)))
  return [...new Set(counted.map(version => thread.authorOf(version)))]
}

/** The versions whose changes were not reverted completely by later ones. */
function removeRoundTrips(versions: readonly Version[]): ReadonlySet<Version> {
  const lasting: Version[] = []
  const places = new Map<string, number>()
  for (const version of versions) {
    places.set(version.before, lasting.push(version) - 1)
    const place = places.get(version.after)
    for (const { before } of place === undefined ? [] : lasting.splice(place))
      places.delete(before)
  }
  return new Set(lasting)
}

function toFileChange({ folder, thread, review, by, counter }: Listed & {
  folder: LedgerFolder
  thread: ReviewedThread
  counter: LineCounter
}): FileChange {
  const { origin, baseline, current, state, isPast, shared, agent } = review
  // Rejected changes are listed as if they were pending.
  const [before, after] = origin === current && agent
    ? [parseState(agent.before), parseState(agent.after)]
    : [parseState(origin), parseState(current)]
  const { counts, isWhole } = counter.count(before, after)
  // Changes to a new file after it was kept are ordinary changes.
  const isPendingWhole = isPending(state) ? counter.count(parseState(baseline), parseState(current)).isWhole : isWhole
  return {
    path: folder.toAbsolute(review.path) ?? review.path,
    kind: before.kind === 'absent' ? 'added' : after.kind === 'absent' ? 'deleted' : 'changed',
    by,
    ...state && { state },
    ...counts,
    ...isPendingWhole && { isWhole: true },
    ...shared && { isShared: true },
    ...isPending(state) && !isPast && { keys: { baseline, current } },
    ...agent && !thread.texts.isKept(parseState(baseline)) && { isUnkept: true },
  }
}
