import type { Cost } from '@agentclientprotocol/sdk'

/** How full the context is, as a whole number from 0 to 100. */
export function usagePercent({ used, size }: { readonly used: number, readonly size: number }): number {
  return size > 0 ? Math.min(100, Math.max(0, Math.round(100 * used / size))) : 0
}

/** More is an agent's mistake, and hundreds of digits would push all else out of view. */
const maxCost = 1e12

/** A cost in its currency; small ones with enough digits to be more than nothing. */
export function costText(cost: Cost | null | undefined): string | undefined {
  if (!cost || Math.abs(cost.amount) >= maxCost)
    return undefined
  // The three letters of ISO 4217; anything else is no currency, and may be a page long.
  const style = /^[a-z]{3}$/i.test(cost.currency) ? { style: 'currency', currency: cost.currency } as const : undefined
  const maximumFractionDigits = Math.abs(cost.amount) > 0 && Math.abs(cost.amount) < 0.01 ? 4 : 2
  return new Intl.NumberFormat(undefined, { ...style, maximumFractionDigits }).format(cost.amount)
}
