/**
 * Remembers the list that was last made for an owner: where a new one holds the same, the old one is given again, so that what is drawn of
 * it is not drawn again.
 */
export function keepLists<T extends object>(): (owner: object, list: readonly T[]) => readonly T[] {
  const known = new WeakMap<object, readonly T[]>()
  return (owner, list) => {
    const before = known.get(owner)
    if (before?.length === list.length && list.every((item, index) => item === before[index]))
      return before
    known.set(owner, list)
    return list
  }
}
