import type { Cost, UsageUpdate } from '@agentclientprotocol/sdk'
import { isJsonObject } from '../../text/jsonObject'

/** An agent's context usage, and the cost of its session so far. */
export type Usage = Pick<UsageUpdate, 'used' | 'size' | 'cost'>

/** The cost of a turn, or the number of tokens in the context after it. */
export interface TurnCost {
  readonly cost?: Cost
  readonly tokens?: number
}

/** The cost of a turn, computed from the session totals that agents report. Without a cost, the context usage. */
export function computeTurnCost({ usage, usageBefore }: {
  readonly usage?: Usage
  readonly usageBefore?: Usage
}): TurnCost | undefined {
  const { cost, used = 0 } = usage ?? {}
  if (cost) {
    const before = usageBefore?.cost?.currency === cost.currency ? usageBefore.cost.amount : 0
    // A restarted session counts from zero.
    const amount = cost.amount >= before ? cost.amount - before : cost.amount
    return amount > 0 ? { cost: { amount, currency: cost.currency } } : undefined
  }
  return used > 0 && used !== usageBefore?.used ? { tokens: used } : undefined
}

/** How much of its plan's limit an agent has used. Not part of ACP: Claude sends it in `_meta` of its usage. */
export interface RateLimit {
  /** From 0 to 1. */
  readonly used?: number
  /** Whether the limit blocks further requests until it resets. */
  readonly isReached: boolean
  /** The agent's name for the limit, such as `five_hour`. */
  readonly name?: string
  /** Milliseconds since 1970. */
  readonly resetsAt?: number
}

/** Returns `undefined` if the update has no rate limit. */
export function readRateLimit({ _meta }: Pick<UsageUpdate, '_meta'>): RateLimit | undefined {
  const rateLimit = _meta?.['_claude/rateLimit']
  if (!isJsonObject(rateLimit))
    return undefined
  const { status, utilization, rateLimitType, resetsAt } = rateLimit
  return {
    ...typeof utilization === 'number' && utilization >= 0 && { used: Math.min(1, utilization) },
    isReached: status === 'rejected',
    ...typeof rateLimitType === 'string' && { name: rateLimitType.slice(0, 40) },
    ...typeof resetsAt === 'number' && resetsAt > 0 && resetsAt < 8.64e12 && { resetsAt: resetsAt * 1_000 },
  }
}
