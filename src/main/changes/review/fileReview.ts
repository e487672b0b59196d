import type { Baseline } from '../../../shared/changes/baselineOf'
import type { ReviewState } from '../../../shared/changes/change'
import type { Version } from '../../store/ledger/versionTable'
import type { ReviewedThread } from './reviewedThread'
import { turnReach } from '../turnReach'
import { isWithin, type Turns } from './reviewedTurns'
import { transferIn } from './transferState'

/** What became of one file in some turns, all states as `keyOf` makes them. */
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
  /** The number up to which it is looked at. */
  readonly last: number
  /** Others changed what the agent changed: the file with their lines there, and with the agent's. */
  readonly shared?: { readonly others: string, readonly agents: string }
  /** Absent: the agent did nothing to it, or nothing of it is left that could be decided. */
  readonly state?: ReviewState
  /** Its agent's first change in these turns, and what it came to; absent: the agent did nothing to it. */
  readonly agent?: { readonly first: number, readonly before: string, readonly after: string, readonly rejected: readonly number[] }
}

/** Looks at all versions of one path since the first mark. `undefined`: nothing happened to it in those turns, but perhaps between. */
export function reviewFile(thread: ReviewedThread, all: readonly Version[], range: Turns): FileReview | undefined {
  const last = turnReach(all, { threadId: thread.threadId, ...range })
  const turns = { ...range, last }
  const start = all.findIndex(version => !thread.isReview(version) && (thread.isAgents(version) || isWithin(turns, version.seq)))
  const versions = start < 0 ? [] : all.slice(start)
  const within = withDecisions(thread, versions, turns)
  const isAll = turns.first === 0
  const [oldest, newest] = [within[0], within.at(-1)]
  if (!oldest || !newest)
    return undefined
  const { path, after: current } = newest
  const isPast = versions.at(-1)?.after !== current
  const agents = within.filter(version => thread.isAgents(version))
  const [baseline, origin] = [thread.baselineOf(within, isAll), thread.originOf(within)]
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
      ? stateOf(thread.baselineOf(versions, isAll), thread.originOf(versions), versions.at(-1)!.after)
      : stateOf(baseline, origin, current),
    agent: { first: agents[0]!.seq, before: agents[0]!.before, after: agents.at(-1)!.after, rejected: baseline.rejected },
  }
}

/** Those up to the mark, and what the person decided right after it, as long as that is about what these did and nothing earlier. */
function withDecisions(thread: ReviewedThread, versions: readonly Version[], turns: Turns): readonly Version[] {
  const newest = versions.findLast(version => !thread.isReview(version))?.seq ?? 0
  const isOpen = newest <= turns.last // nothing but decisions came after these turns
  const last = turns.first > 0 && isOpen ? newest : turns.last
  const upTo = (end: number): readonly Version[] => end < 0 ? versions : versions.slice(0, end)
  const within = upTo(versions.findIndex(({ seq }) => seq > last))
  const decided = upTo(versions.findIndex(version => version.seq > last && !thread.isReview(version)))
  if (decided.length === within.length)
    return within
  const [before, after, origin] = [within.at(-1)?.after, decided.at(-1)?.after, thread.originOf(within)?.state]
  if (before === undefined || after === undefined || origin === undefined)
    return within
  const made = transferIn(thread.texts)({ before, after, onto: origin })
  // Where others' lines were chosen, only a review without an end can tell that it was about its own turns.
  const isTheirs = made.isWhole ? made.state === origin : turns.last === Number.MAX_SAFE_INTEGER
  return isTheirs ? decided : within
}

function stateOf(baseline: Baseline | undefined, origin: Baseline | undefined, current: string): ReviewState | undefined {
  if (!baseline)
    return undefined
  const { state, isKept, isRejected } = baseline
  // What was kept and taken back bit by bit has left its traces, and nothing kept.
  if (state !== current)
    return (isKept && state !== origin?.state) || isRejected ? 'partly' : 'pending'
  if (isKept)
    return 'kept'
  return isRejected ? 'rejected' : undefined
}
