import { pathParts } from './paths'

// File names are not words of a language, so the order is the same in every locale: file2 before file10.
const names = new Intl.Collator('en', { numeric: true })

/** The natural order of two names. */
export function compareNames(one: string, other: string): number {
  return names.compare(one, other) || (one < other ? -1 : one > other ? 1 : 0)
}

/** The natural order of two files by their paths: those of one folder together, before those of the folders in it. */
export function comparePaths(one: string, other: string): number {
  const [first, second] = [pathParts(one), pathParts(other)]
  const deepest = Math.min(first.length, second.length) - 1
  for (let index = 0; index < deepest; index++) {
    const order = compareNames(first[index]!, second[index]!)
    if (order !== 0)
      return order
  }
  return first.length - second.length || compareNames(first.at(-1) ?? '', second.at(-1) ?? '')
}
