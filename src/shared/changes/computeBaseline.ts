/**
 * Something that happened to a file. States are opaque and compared as texts. `seq` numbers everything that happened in
 * the folder.
 */
export interface FileEvent {
  readonly seq: number
  readonly before: string
  readonly after: string
  /**
   * `agent`: the agent under review wrote it. `other`: anyone else did. `review`: the person rejected or restored
   * something of this very agent (`rejected` while that stands), or took that back. `keep`: nothing was written; the
   * baseline moved from `before` to `after`.
   * `begin`: the same, and what came before it is forgotten.
   */
  readonly by: 'agent' | 'other' | 'review' | 'rejected' | 'keep' | 'begin'
}

/**
 * Applies the change from `before` to `after` to `onto`, as far as it meets no other change there; `isWhole` when all
 * of it was applied.
 * `isStronger`: where it meets another change, it replaces that.
 */
export type Transfer = (change: {
  readonly before: string
  readonly after: string
  readonly onto: string
  readonly isStronger?: boolean
}) => { readonly state: string, readonly isWhole: boolean }

/** A file as it would be without the agent's changes, except those that were kept. */
export interface Baseline {
  readonly state: string
  /**
   * The same with others' lines wherever they changed what the agent had changed: there the pending change is not the
   * agent's alone.
   */
  readonly others: string
  /** The file with the agent's lines at these places. */
  readonly agents: string
  /** Since nothing was pending last, something that the agent did was kept. */
  readonly isKept: boolean
  /** Since nothing was pending last, something that the agent did was rejected. */
  readonly isRejected: boolean
  /** The `seq` of each of the agent's changes that was rejected so that nothing of it was kept and nothing is left. */
  readonly rejected: readonly number[]
}

/**
 * The baseline of a file after what happened to it, in order: what was before the agent's first change, then what
 * others did to the file, transferred. What the review takes away or brings back is the agent's, so it leaves the
 * baseline as it is. `undefined`: no change of the agent's is among the events.
 */
export function computeBaseline(events: Iterable<FileEvent>, transfer: Transfer): Baseline | undefined {
  let known: Pick<Baseline, 'state' | 'others' | 'agents'> | undefined
  let [isKept, isRejected] = [false, false]
  let current: string | undefined
  /** The agent's changes since nothing was pending last. */
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
      known = next(known, event, transfer)
    isKept ||= by === 'begin' || (by === 'keep' && known !== undefined)
    isRejected ||= known !== undefined && by === 'rejected'
    if (by !== 'keep' && by !== 'begin')
      current = after
    // Where nothing is pending, there is nothing that others could have a part in.
    if (known && known.state === current)
      known = { state: current, others: current, agents: current }
  }
  rejected.push(...known?.state === current && isRejected && !isKept ? undecided : [])
  return known && { ...known, isKept, isRejected, rejected }
}

function next(
  { state, others, agents }: Pick<Baseline, 'state' | 'others' | 'agents'>,
  { by, before, after }: FileEvent,
  transfer: Transfer,
): Pick<Baseline, 'state' | 'others' | 'agents'> {
  if (by !== 'other' && by !== 'keep')
    return { state, others, agents: transfer({ before, after, onto: agents, isStronger: true }).state }
  const made = transfer({ before, after, onto: state })
  // Others' changes to the agent's own lines stay out of the agent's version of them; decisions about them do not.
  const isKeep = by === 'keep'
  // Someone who undoes their own lines there leaves the agent's alone.
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
