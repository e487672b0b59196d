import { drawnAtOnce } from './drawnLength'

/** What surrounds an item: a hundred of them are drawn at once, if they say little. */
const itemCost = drawnAtOnce / 100

/** The first of `items`, as far as `budget` reaches and at least one. */
export function boundList<T>(items: readonly T[], budget: number, costOf: (item: T) => number): readonly T[] {
  let left = budget
  let count = 0
  for (; count < items.length && left > 0; count++)
    left -= itemCost + costOf(items[count]!)
  return count === items.length ? items : items.slice(0, count)
}
