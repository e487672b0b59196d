/** A range of turns, by ids of their prompts; unbounded if one is absent. */
export interface ReviewRange {
  readonly from?: string
  readonly to?: string
}

/** Scope of a review that was opened at a turn. */
export type ReviewScope = 'turn' | 'since' | 'thread'

/** Returns the scope of a range. */
export function toScope({ from, to }: ReviewRange): ReviewScope {
  if (from === undefined)
    return 'thread'
  return to === undefined ? 'since' : 'turn'
}

/** Returns a scope's range for the turn of a prompt. */
export function toRange(scope: ReviewScope, promptId: string | undefined): ReviewRange {
  if (scope === 'thread' || promptId === undefined)
    return {}
  return scope === 'turn' ? { from: promptId, to: promptId } : { from: promptId }
}
