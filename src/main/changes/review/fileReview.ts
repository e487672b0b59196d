import type { ReviewState } from '../../../shared/changes/change'
import type { Baseline } from '../../../shared/changes/computeBaseline'
import type { Version } from '../store/versionTable'
import type { ReviewedThread } from './reviewedThread'
import { findReviewEnd } from '../reviewEnd'
import { forever } from '../turnMarks'
import { isDuring, type ReviewedTurns } from './reviewedTurns'
import { createTransfer } from './transferState'

/** Review of one file in some turns. All states are state keys. */
export interface FileReview {
  readonly path: string
  /** The file without the agent's changes. */
  readonly origin: string
  /** The file without the agent's changes, except kept ones. The difference from `current` is pending. */
  readonly baseline: string
  /** The file at the end of those turns, or now if the agent did not change it again later. */
  readonly current: string
  /** Whether the agent changed it after those turns, or a change of earlier turns was rejected since. */
  readonly isPast: boolean
  /** The last version included. */
  readonly last: number
  /** If others changed the agent's lines: the file with either version of them. */
  readonly shared?: { readonly others: string, readonly agents: string }
  /** Absent if the agent did not change it or everything is decided. */
  readonly state?: ReviewState
  /** The file before the agent's first change in these turns and after its last; absent if it made none. */
  readonly agent?: { readonly first: number, readonly before: string, readonly after: string, readonly rejected: readonly number[] }
}

/**
 * Reviews a file from its versions since the first mark. Returns `undefined` if it did not change during those turns.
 */
export function reviewFile(thread: ReviewedThread, all: readonly Version[], range: ReviewedTurns): FileReview | undefined {
  const last = findReviewEnd(all, { threadId: thread.threadId, ...range })
  const turns = { ...range, last }
  const start = all.findIndex(version => !thread.isReview(version) && (thread.isAgents(version) || isDuring(turns, version.seq)))
  const versions = start < 0 ? [] : all.slice(start)
  const within = applyDecisions(thread, versions, turns)
  const isAll = turns.first === 0
  const [oldest, newest] = [within[0], within.at(-1)]
  if (!oldest || !newest)
    return undefined
  const { path, after: current } = newest
  const isPast = versions.at(-1)?.after !== current
  const agents = within.filter(version => thread.isAgents(version))
  const [baseline, origin] = [thread.baseline(within, isAll), thread.origin(within)]
  if (!baseline || !origin || agents.length === 0)
    return { path, origin: oldest.before, baseline: oldest.before, current, isPast, last }
  return {
    path,
    origin: origin.state,
    baseline: baseline.state,
    current,
    isPast,
    last,
    ...baseline.others !== baseline.state && { shared: { others: baseline.others, agents: baseline.agents } },
    state: isPast
      ? getReviewState(thread.baseline(versions, isAll), thread.origin(versions), versions.at(-1)!.after)
      : getReviewState(baseline, origin, current),
    agent: { first: agents[0]!.seq, before: agents[0]!.before, after: agents.at(-1)!.after, rejected: baseline.rejected },
  }
}

/** The versions up to the mark, plus decisions among and right after them that concern these turns. */
function applyDecisions(
  thread: ReviewedThread,
  versions: readonly Version[],
  turns: ReviewedTurns,
): readonly Version[] {
  const end = versions.findIndex(version => version.seq > turns.last && !thread.isReview(version))
  const within = end < 0 ? versions : versions.slice(0, end)
  if (turns.first === 0 && turns.last === forever)
    return within // no later turns
  for (let from = 0; from < within.length; from++) {
    if (!thread.isReview(within[from]!))
      continue
    const next = within.findIndex((version, place) => place > from && !thread.isReview(version))
    const to = next < 0 ? within.length : next
    if (!isAboutThese(thread, { earlier: within.slice(0, from), decided: within.slice(from, to), last: turns.last }))
      return within.slice(0, from)
    from = to
  }
  return within
}

/** Whether these decisions reverted only the agent's `earlier` changes and left the rest of the file unchanged. */
function isAboutThese(
  thread: ReviewedThread,
  { earlier, decided, last }: { earlier: readonly Version[], decided: readonly Version[], last: number },
): boolean {
  const origin = thread.origin(earlier)?.state
  const [before, after] = [decided[0]?.before, decided.at(-1)?.after]
  if (origin === undefined || before === undefined || after === undefined)
    return true // the agent's changes are later
  const { state, isWhole } = createTransfer(thread.texts)({ before, after, onto: origin })
  // A choice of others' lines can be attributed only in a review that includes the latest turn.
  return isWhole ? state === origin : last === forever && decided.every(version => thread.isChoice(version))
}

function getReviewState(baseline: Baseline | undefined, origin: Baseline | undefined, current: string): ReviewState | undefined {
  if (!baseline)
    return undefined
  const { state, isKept, isRejected } = baseline
  // After keeping and undoing piece by piece, records exist although nothing is kept.
  if (state !== current)
    return (isKept && state !== origin?.state) || isRejected ? 'partly' : 'pending'
  if (isKept)
    return 'kept'
  return isRejected ? 'rejected' : undefined
}
