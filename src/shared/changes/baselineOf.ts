/** Something that happened to a file. States are opaque: equal ones are the same state. `seq` numbers all that happened in the folder. */
export interface FileEvent {
  readonly seq: number
  readonly before: string
  readonly after: string
  /**
   * `agent`: the agent under review wrote it. `other`: anybody else did. `review`: the person rejected or restored something of this very
   * agent (`rejected` while that stands), or took that back. `keep`: nothing was written; the baseline moved from `before` to `after`.
   * `begin`: the same, and what came before it is forgotten.
   */
  readonly by: 'agent' | 'other' | 'review' | 'rejected' | 'keep' | 'begin'
}

/** Makes the change from `before` to `after` in `onto` as well, as far as it touches nothing there; `isWhole` when all of it was made. */
export type Transfer = (change: { readonly before: string, readonly after: string, readonly onto: string }) => {
  readonly state: string
  readonly isWhole: boolean
}

/** A file as it would be without the agent's changes, but for those that were kept. */
export interface Baseline {
  readonly state: string
  /** Others changed what the agent changed: what is pending is not the agent's alone. */
  readonly isShared: boolean
  /** Something of what the agent did since there was last nothing pending was kept, or rejected. */
  readonly isKept: boolean
  readonly isRejected: boolean
}

/**
 * The baseline of a file after what happened to it, in order: what was before the agent's first change, then what others did to the file,
 * transferred. What the review takes away or brings back is the agent's, so it leaves the baseline as it is. `undefined`: no change of
 * the agent's is among the events.
 */
export function baselineOf(events: Iterable<FileEvent>, transfer: Transfer): Baseline | undefined {
  let state: string | undefined
  let [isShared, isKept, isRejected] = [false, false, false]
  let current: string | undefined
  for (const event of events) {
    if (event.by === 'agent') {
      if (state === undefined || state === event.before)
        [isShared, isKept, isRejected] = [false, false, false]
      state ??= event.before
    }
    else if (event.by === 'begin') {
      state = event.after
      isKept = true
    }
    else if (state !== undefined && (event.by === 'other' || event.by === 'keep')) {
      const made = transfer({ before: event.before, after: event.after, onto: state })
      state = made.state
      isShared ||= !made.isWhole
      isKept ||= event.by === 'keep'
    }
    isRejected ||= state !== undefined && event.by === 'rejected'
    if (event.by !== 'keep' && event.by !== 'begin')
      current = event.after
    // Where nothing is pending, nothing pending is anybody else's.
    isShared &&= state !== current
  }
  return state === undefined ? undefined : { state, isShared, isKept, isRejected }
}
