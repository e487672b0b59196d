import { listPathNames } from './paths'

// File names are not words of a language, so their order is the same in all locales: file2 before file10.
const names = new Intl.Collator('en', { numeric: true })

/** Compares two names in natural order. */
export function compareNames(one: string, other: string): number {
  return names.compare(one, other) || (one < other ? -1 : one > other ? 1 : 0)
}

/** Compares two paths in natural order. Files of a folder come before those of its subfolders. */
export function comparePaths(one: string, other: string): number {
  const [first, second] = [listPathNames(one), listPathNames(other)]
  const deepest = Math.min(first.length, second.length) - 1
  for (let index = 0; index < deepest; index++) {
    const order = compareNames(first[index]!, second[index]!)
    if (order !== 0)
      return order
  }
  return first.length - second.length || compareNames(first.at(-1) ?? '', second.at(-1) ?? '')
}
