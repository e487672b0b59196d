import type UFuzzy from '@leeoniya/ufuzzy'
import { createLazyFuzzy } from './match'

/** A matching path and its matching characters, as pairs of start and end. */
export interface PathMatch {
  readonly path: string
  readonly ranges: readonly number[]
  /** Whether the match is obvious: it contains the search as a whole, or its name's words start with the letters. */
  readonly isClear: boolean
}

/** Maximum matches to rank. More matches are sorted only by the shape of the path. */
const maxRanked = 1_000
const options: UFuzzy.Options = {
  // Letters may be omitted anywhere, as in "prcomp" for PromptComposer.
  intraIns: Infinity,
  intraChars: '.',
  sort: sortByShape,
}
const plain = createLazyFuzzy(options)
/** Supports all scripts but is slower. */
const anyScript = createLazyFuzzy({
  ...options,
  unicode: true,
  interSplit: '[^\\p{L}\\d]+',
  intraSplit: '\\p{Ll}\\p{Lu}',
  interBound: '[^\\p{L}\\d]',
  intraBound: '\\p{L}\\d|\\d\\p{L}|\\p{Ll}\\p{Lu}',
})

/** Finds paths by fuzzy search. A search that extends the previous one covers only its matches. */
export class PathMatcher {
  /** The paths as listed. */
  readonly #listed: readonly string[]
  /** The paths in normalized form, as a letter can be encoded in two ways. */
  readonly #paths: string[]
  /** Start of the name in each path. */
  readonly #names: readonly number[]
  #last: { readonly search: string, readonly found: number[] } | undefined

  constructor(paths: readonly string[]) {
    this.#listed = [...paths]
    this.#paths = paths.map(path => path.normalize('NFC'))
    this.#names = this.#paths.map(findNameStart)
  }

  /** Returns at most `limit` best matches and the number of all. An empty search keeps the order of the list. */
  search(typed: string, limit: number): { matches: PathMatch[], count: number } {
    const search = typed.normalize('NFC')
    if (search === '') {
      return {
        matches: this.#listed.slice(0, limit).map(path => ({ path, ranges: [], isClear: true })),
        count: this.#listed.length,
      }
    }
    const found = this.#find(search)
    this.#last = { search, found }
    const best = found.length <= maxRanked ? found : this.#rankByName(found, search)
    return { matches: this.#rank(best, search, limit), count: found.length }
  }

  #find(search: string): number[] {
    const before = this.#last && search.startsWith(this.#last.search) ? this.#last.found : undefined
    const fuzzy = selectFuzzy(search)
    // Fuzzy search needs letters or digits.
    if (!/[\p{L}\d]/u.test(search))
      return (before ?? [...this.#paths.keys()]).filter(index => this.#paths[index]!.includes(search))
    return fuzzy.filter(this.#paths, search, before) ?? []
  }

  #rank(found: number[], search: string, limit: number): PathMatch[] {
    if (found.length === 0)
      return []
    if (!/[\p{L}\d]/u.test(search)) {
      return found.slice(0, limit).map((index) => {
        const start = this.#paths[index]!.indexOf(search)
        return this.#match(index, [start, start + search.length], true)
      })
    }
    const fuzzy = selectFuzzy(search)
    const info = fuzzy.info(found, this.#paths, search)
    return fuzzy.sort(info, this.#paths, search).slice(0, limit).map((place) => {
      const index = info.idx[place]!
      const path = this.#paths[index]!
      const typed = search.toLowerCase()
      return this.#match(index, findInName(path, typed) ?? info.ranges[place]!, isClear(path, typed))
    })
  }

  #match(index: number, ranges: readonly number[], isClear: boolean): PathMatch {
    const path = this.#listed[index]!
    return { path, ranges: path === this.#paths[index] ? ranges : ranges.map(at => toListedIndex(path, at)), isClear }
  }

  /**
   * Returns paths whose name begins with the search, then those whose name contains it, then others, each in the list's
   * order.
   */
  #rankByName(found: readonly number[], search: string): number[] {
    const typed = search.toLowerCase()
    const groups: [number[], number[], number[]] = [[], [], []]
    for (const index of found) {
      const name = this.#paths[index]!.slice(this.#names[index]).toLowerCase()
      const at = name.indexOf(typed)
      groups[at === 0 ? 0 : at > 0 ? 1 : 2].push(index)
    }
    return groups.flat().slice(0, maxRanked)
  }
}

/** Converts an index in a path's NFC form to one in the listed path. */
function toListedIndex(path: string, composed: number): number {
  const lengthAt = (place: number): number => path.slice(0, place).normalize('NFC').length
  let place = 0
  while (place < path.length && (lengthAt(place) < composed || lengthAt(place + 1) === composed))
    place++
  return place
}

function selectFuzzy(search: string): UFuzzy {
  return /[^\0-\x7F]/.test(search) ? anyScript() : plain()
}

function findNameStart(path: string): number {
  return path.lastIndexOf('/', path.length - 2) + 1
}

/** Sorts by whole matches in the name, then word starts, then few gaps, then short paths. */
function sortByShape(info: UFuzzy.Info, haystack: string[], needle: string): number[] {
  const typed = needle.toLowerCase()
  const scores = info.idx.map((index, place) => {
    const path = haystack[index]!
    const start = findNameStart(path)
    return scoreName(path.slice(start), typed)
      + (path.toLowerCase() === typed ? 1_000 : 0)
      + (info.start[place]! >= start ? 40 : 0)
      + 20 * info.chars[place]! / (1 + info.intraIns[place]! + info.interIns[place]! / 4)
      + 10 * info.terms[place]! - path.length / 10
  })
  return scores.map((_, place) => place).sort((left, right) => scores[right]! - scores[left]!)
}

/** Finds the whole search in the name. Highlighting scattered letters before it would be confusing. */
function findInName(path: string, typed: string): number[] | undefined {
  const start = findNameStart(path)
  const at = path.slice(start).toLowerCase().indexOf(typed)
  return at < 0 ? undefined : [start + at, start + at + typed.length]
}

function isClear(path: string, typed: string): boolean {
  return path.toLowerCase().includes(typed) || scoreName(path.slice(findNameStart(path)), typed) > 0
}

function scoreName(name: string, typed: string): number {
  const at = name.toLowerCase().indexOf(typed)
  if (at === 0)
    return name.length === typed.length ? 400 : 300
  if (at > 0)
    return 200
  return matchesWordStarts(name, typed) ? 180 : 0
}

/** Whether the letters are the beginnings of the name's words, in order, such as `prcomp` for `PromptComposer`. */
function matchesWordStarts(name: string, letters: string): boolean {
  let at = -1
  for (const letter of letters) {
    const isNext = name[at + 1]?.toLowerCase() === letter
    at = isNext ? at + 1 : findWordStart(name, letter, at + 1)
    if (at < 0)
      return false
  }
  return true
}

/** Finds the next word at or after `from` that starts with `letter`. Returns its index, or -1. */
function findWordStart(name: string, letter: string, from: number): number {
  for (let at = from; at < name.length; at++) {
    const isStart = at === 0
      || /[^\p{L}\d]/u.test(name[at - 1]!)
      || (/\p{Lu}/u.test(name[at]!) && !/\p{Lu}/u.test(name[at - 1]!))
    if (isStart && name[at]!.toLowerCase() === letter)
      return at
  }
  return -1
}
