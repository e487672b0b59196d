import type { Cost, UsageUpdate } from '@agentclientprotocol/sdk'
import { isJsonObject } from '../../text/jsonObject'

/** How full an agent's context is, and what its session has cost so far. */
export type Usage = Pick<UsageUpdate, 'used' | 'size' | 'cost'>

/** What a turn cost, or how many tokens the context held after it. */
export interface Spent {
  readonly cost?: Cost
  readonly tokens?: number
}

/**
 * What a turn cost, as far as its agent tells: agents sum up a session's cost. Without one, how full the context is.
 */
export function spentIn({ usage, usageBefore }: { readonly usage?: Usage, readonly usageBefore?: Usage }): Spent | undefined {
  const { cost, used = 0 } = usage ?? {}
  if (cost) {
    const before = usageBefore?.cost?.currency === cost.currency ? usageBefore.cost.amount : 0
    // A session that started over counts from nothing.
    const amount = cost.amount >= before ? cost.amount - before : cost.amount
    return amount > 0 ? { cost: { amount, currency: cost.currency } } : undefined
  }
  return used > 0 && used !== usageBefore?.used ? { tokens: used } : undefined
}

/**
 * How much of what its plan allows an agent has used; ACP has no word for it, Claude says it in `_meta` of its usage.
 */
export interface RateLimit {
  /** From 0 to 1. */
  readonly used?: number
  /** Nothing more is allowed until it is reset. */
  readonly isReached: boolean
  /** Which limit, as the agent names it, such as `five_hour`. */
  readonly name?: string
  /** Milliseconds since 1970. */
  readonly resetsAt?: number
}

/** `undefined` where the update says nothing of it. */
export function readRateLimit({ _meta }: Pick<UsageUpdate, '_meta'>): RateLimit | undefined {
  const told = _meta?.['_claude/rateLimit']
  if (!isJsonObject(told))
    return undefined
  const { status, utilization, rateLimitType, resetsAt } = told
  return {
    ...typeof utilization === 'number' && utilization >= 0 && { used: Math.min(1, utilization) },
    isReached: status === 'rejected',
    ...typeof rateLimitType === 'string' && { name: rateLimitType.slice(0, 40) },
    ...typeof resetsAt === 'number' && resetsAt > 0 && resetsAt < 8.64e12 && { resetsAt: resetsAt * 1_000 },
  }
}
