import type { ReviewState } from '../../../shared/changes/change'
import type { Baseline } from '../../../shared/changes/computeBaseline'
import type { Version } from '../store/versionTable'
import type { ReviewedThread } from './reviewedThread'
import { forever } from '../turnMarks'
import { turnReach } from '../turnReach'
import { isDuring, type ReviewedTurns } from './reviewedTurns'
import { transferIn } from './transferState'

/** What became of one file in some turns, all states as `stateKey` makes them. */
export interface FileReview {
  readonly path: string
  /** Without the agent, as it was before anything was kept. */
  readonly origin: string
  /** Without the agent, but for what was kept: what is pending is the difference to `current`. */
  readonly baseline: string
  /** At the end of those turns; until now where its agent did not change it again later. */
  readonly current: string
  /** The agent changed it again after those turns, or something of earlier ones was rejected since. */
  readonly isPast: boolean
  /** Versions up to this number are looked at. */
  readonly last: number
  /** Where others changed what the agent changed: the file with their lines there, and with the agent's. */
  readonly shared?: { readonly others: string, readonly agents: string }
  /** Absent where the agent did nothing to it, or nothing is left to decide. */
  readonly state?: ReviewState
  /**
   * The file before the agent's first change in these turns, and after its last; absent where the agent did nothing to
   * it.
   */
  readonly agent?: { readonly first: number, readonly before: string, readonly after: string, readonly rejected: readonly number[] }
}

/**
 * Reviews one file by all its versions since the first mark; `undefined` where nothing happened to it while those turns
 * ran.
 */
export function reviewFile(thread: ReviewedThread, all: readonly Version[], range: ReviewedTurns): FileReview | undefined {
  const last = turnReach(all, { threadId: thread.threadId, ...range })
  const turns = { ...range, last }
  const start = all.findIndex(version => !thread.isReview(version) && (thread.isAgents(version) || isDuring(turns, version.seq)))
  const versions = start < 0 ? [] : all.slice(start)
  const within = withDecisions(thread, versions, turns)
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
      ? reviewStateOf(thread.baseline(versions, isAll), thread.origin(versions), versions.at(-1)!.after)
      : reviewStateOf(baseline, origin, current),
    agent: { first: agents[0]!.seq, before: agents[0]!.before, after: agents.at(-1)!.after, rejected: baseline.rejected },
  }
}

/**
 * The versions up to the mark, with the decisions among and right after them, as long as these are about what these
 * turns did.
 */
function withDecisions(thread: ReviewedThread, versions: readonly Version[], turns: ReviewedTurns): readonly Version[] {
  const end = versions.findIndex(version => version.seq > turns.last && !thread.isReview(version))
  const within = end < 0 ? versions : versions.slice(0, end)
  if (turns.first === 0 && turns.last === forever)
    return within // there are no other turns
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

/**
 * Whether successive decisions undid only what the agent did in `earlier`, so that they left the file without the
 * agent as it was.
 */
function isAboutThese(
  thread: ReviewedThread,
  { earlier, decided, last }: { earlier: readonly Version[], decided: readonly Version[], last: number },
): boolean {
  const origin = thread.origin(earlier)?.state
  const [before, after] = [decided[0]?.before, decided.at(-1)?.after]
  if (origin === undefined || before === undefined || after === undefined)
    return true // the agent comes later
  const { state, isWhole } = transferIn(thread.texts)({ before, after, onto: origin })
  // Where others' lines were chosen, only a review without an end can tell that it was about its own turns.
  return isWhole ? state === origin : last === forever && decided.every(version => thread.isChoice(version))
}

function reviewStateOf(baseline: Baseline | undefined, origin: Baseline | undefined, current: string): ReviewState | undefined {
  if (!baseline)
    return undefined
  const { state, isKept, isRejected } = baseline
  // What was kept and undone bit by bit has left its traces, and nothing kept.
  if (state !== current)
    return (isKept && state !== origin?.state) || isRejected ? 'partly' : 'pending'
  if (isKept)
    return 'kept'
  return isRejected ? 'rejected' : undefined
}
