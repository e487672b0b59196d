import type { Cost } from '@agentclientprotocol/sdk'

/** Returns how full the context is, as an integer from 0 to 100. */
export function getUsagePercent({ used, size }: { readonly used: number, readonly size: number }): number {
  return size > 0 ? Math.min(100, Math.max(0, Math.round(100 * used / size))) : 0
}

/** Maximum cost shown. A higher cost is an agent's error, and its digits would push everything else out of view. */
const maxCost = 1e12

/** Formats a cost in its currency. Small ones get enough digits to differ from zero. */
export function formatCost(cost: Cost | null | undefined): string | undefined {
  if (!cost || Math.abs(cost.amount) >= maxCost)
    return undefined
  // Accepts only ISO 4217 codes, as other texts may be very long.
  const style = /^[a-z]{3}$/i.test(cost.currency) ? { style: 'currency', currency: cost.currency } as const : undefined
  const maximumFractionDigits = Math.abs(cost.amount) > 0 && Math.abs(cost.amount) < 0.01 ? 4 : 2
  return new Intl.NumberFormat(undefined, { ...style, maximumFractionDigits }).format(cost.amount)
}
