/**
 * An event in a file's history. States are opaque strings, compared for equality. `seq` is unique within the folder and
 * increases.
 */
export interface FileEvent {
  readonly seq: number
  readonly before: string
  readonly after: string
  /**
   * `agent`: a change by the agent under review. `other`: a change by anyone else. `review`: the person rejected or
   * restored changes of this agent (`rejected` while the rejection stands), or undid that. `keep`: nothing was written;
   * the baseline moved from `before` to `after`.
   * `begin`: like `keep`, and earlier events no longer count.
   */
  readonly by: 'agent' | 'other' | 'review' | 'rejected' | 'keep' | 'begin'
}

/**
 * Applies the change from `before` to `after` to `onto`, except where it conflicts with changes there. `isWhole`: all
 * of it was applied. `isStronger`: it wins conflicts.
 */
export type Transfer = (change: {
  readonly before: string
  readonly after: string
  readonly onto: string
  readonly isStronger?: boolean
}) => { readonly state: string, readonly isWhole: boolean }

/** A file without the agent's changes, except those that were kept. */
export interface Baseline {
  readonly state: string
  /**
   * The baseline with others' lines wherever they changed the agent's. The pending change there is not only the
   * agent's.
   */
  readonly others: string
  /** The file with the agent's lines in those places. */
  readonly agents: string
  /** Some of the agent's changes were kept since the last time nothing was pending. */
  readonly isKept: boolean
  /** Some of the agent's changes were rejected since the last time nothing was pending. */
  readonly isRejected: boolean
  /** The `seq` of each of the agent's changes that was rejected completely, with nothing kept or pending. */
  readonly rejected: readonly number[]
}

/**
 * Computes a file's baseline from its history: the state before the agent's first change, plus later changes by others.
 * Changes made by the review count as the agent's, so they do not move the baseline. `undefined` if the agent changed
 * nothing.
 */
export function computeBaseline(events: Iterable<FileEvent>, transfer: Transfer): Baseline | undefined {
  let known: Pick<Baseline, 'state' | 'others' | 'agents'> | undefined
  let [isKept, isRejected] = [false, false]
  let current: string | undefined
  /** The agent's changes since the last time nothing was pending. */
  let undecided: number[] = []
  const rejected: number[] = []
  for (const event of events) {
    const { by, before, after } = event
    if (by === 'agent' && (!known || known.state === before)) {
      rejected.push(...isRejected && !isKept ? undecided : [])
      ;[isKept, isRejected, undecided] = [false, false, []]
    }
    if (by === 'agent')
      undecided.push(event.seq)
    if (by === 'agent')
      known ??= { state: before, others: before, agents: before }
    if (by === 'begin')
      known = { state: after, others: after, agents: after }
    else if (known)
      known = advance(known, event, transfer)
    isKept ||= by === 'begin' || (by === 'keep' && known !== undefined)
    isRejected ||= known !== undefined && by === 'rejected'
    if (by !== 'keep' && by !== 'begin')
      current = after
    // If nothing is pending, others have no part in a pending change.
    if (known && known.state === current)
      known = { state: current, others: current, agents: current }
  }
  rejected.push(...known?.state === current && isRejected && !isKept ? undecided : [])
  return known && { ...known, isKept, isRejected, rejected }
}

function advance(
  { state, others, agents }: Pick<Baseline, 'state' | 'others' | 'agents'>,
  { by, before, after }: FileEvent,
  transfer: Transfer,
): Pick<Baseline, 'state' | 'others' | 'agents'> {
  if (by !== 'other' && by !== 'keep')
    return { state, others, agents: transfer({ before, after, onto: agents, isStronger: true }).state }
  const made = transfer({ before, after, onto: state })
  // The agent's version excludes others' changes to its lines, but includes decisions about those lines.
  const isKeep = by === 'keep'
  // If others undo their own lines there, the agent's version is unaffected.
  if (!isKeep && !made.isWhole && after === agents)
    return { state: made.state, others: made.state, agents }
  return {
    state: made.state,
    others: made.isWhole && others === state ? made.state : transfer({ before, after, onto: others, isStronger: true }).state,
    agents: !isKeep && made.isWhole && agents === before
      ? after
      : transfer({ before: state, after: made.state, onto: agents, isStronger: isKeep }).state,
  }
}
