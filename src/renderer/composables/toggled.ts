/** The set without that item if it was in it, otherwise with it. */
export function toggled<T>(set: ReadonlySet<T>, item: T): ReadonlySet<T> {
  const next = new Set(set)
  if (!next.delete(item))
    next.add(item)
  return next
}
