/** Returns the set with the item added or, if it was present, removed. */
export function toggleItem<T>(set: ReadonlySet<T>, item: T): ReadonlySet<T> {
  const next = new Set(set)
  if (!next.delete(item))
    next.add(item)
  return next
}
