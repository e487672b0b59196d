import type { Cost, UsageUpdate } from '@agentclientprotocol/sdk'

/** How full an agent's context is, and what its session has cost so far. */
export type Usage = Pick<UsageUpdate, 'used' | 'size' | 'cost'>

/** What a turn cost, or how many tokens the context held after it. */
export interface Spent {
  readonly cost?: Cost
  readonly tokens?: number
}

/** What a turn cost, as far as its agent tells: agents sum up a session's cost. Without one, how full the context is. */
export function spentIn({ usage, usageBefore }: { readonly usage?: Usage, readonly usageBefore?: Usage }): Spent | undefined {
  const { cost, used = 0 } = usage ?? {}
  if (cost) {
    const before = usageBefore?.cost?.currency === cost.currency ? usageBefore.cost.amount : 0
    // A session that began anew counts from nothing.
    const amount = cost.amount >= before ? cost.amount - before : cost.amount
    return amount > 0 ? { cost: { amount, currency: cost.currency } } : undefined
  }
  return used > 0 && used !== usageBefore?.used ? { tokens: used } : undefined
}
