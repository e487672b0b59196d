import { drawnAtOnce } from './drawnLength'

/** Cost of an item in addition to its text. A hundred short items can be drawn at once. */
const itemCost = drawnAtOnce / 100

/** Returns the first items that fit the budget, but at least one. */
export function takeWithinBudget<T>(items: readonly T[], budget: number, getCost: (item: T) => number): readonly T[] {
  let left = budget
  let count = 0
  for (; count < items.length && left > 0; count++)
    left -= itemCost + getCost(items[count]!)
  return count === items.length ? items : items.slice(0, count)
}
