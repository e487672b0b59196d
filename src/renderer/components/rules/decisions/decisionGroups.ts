import type { Decision } from '../../../../shared/settings/rules'

/** Decisions of one thread on one day, one after another. */
export interface DecisionGroup {
  readonly key: string
  readonly threadId: string
  /** Of the newest. */
  readonly at: number
  readonly decisions: readonly Decision[]
}

/** In the order in which they are, newest first: whoever looks back finds them by when and where. */
export function decisionGroups(decisions: readonly Decision[]): DecisionGroup[] {
  const groups: { key: string, threadId: string, at: number, decisions: Decision[] }[] = []
  for (const decision of decisions) {
    const { threadId, at, decisionId } = decision
    const last = groups.at(-1)
    if (last?.threadId === threadId && dayOf(last.at) === dayOf(at))
      last.decisions.push(decision)
    else
      groups.push({ key: String(decisionId), threadId, at, decisions: [decision] })
  }
  return groups
}

function dayOf(at: number): string {
  return new Date(at).toDateString()
}
