/** A range of turns by their prompts, open where one is absent. */
export interface ReviewRange {
  readonly from?: string
  readonly to?: string
}

/** Scopes of a review that was opened at a turn. */
export type ReviewScope = 'turn' | 'since' | 'thread'

/** The scope of a range. */
export function toScope({ from, to }: ReviewRange): ReviewScope {
  if (from === undefined)
    return 'thread'
  return to === undefined ? 'since' : 'turn'
}

/** The range of a scope around the turn of that prompt. */
export function toRange(scope: ReviewScope, promptId: string | undefined): ReviewRange {
  if (scope === 'thread' || promptId === undefined)
    return {}
  return scope === 'turn' ? { from: promptId, to: promptId } : { from: promptId }
}
