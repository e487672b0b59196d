import type UFuzzy from '@leeoniya/ufuzzy'
import { lazyFuzzy } from './match'

/** A path that matches, and which of its characters do, as pairs of start and end. */
export interface PathMatch {
  readonly path: string
  readonly ranges: readonly number[]
  /** It has what was typed in one piece, or the beginnings of its name's words: no one wonders why it is there. */
  readonly isClear: boolean
}

/** Among more matches than these the shape of the path decides alone: another letter leaves fewer. */
const maxRanked = 1_000
const options: UFuzzy.Options = {
  // Letters of a name may be left out anywhere, as in "prcomp" for PromptComposer.
  intraIns: Infinity,
  intraChars: '.',
  sort: byShape,
}
const plain = lazyFuzzy(options)
/** For letters of every script; slower. */
const anyScript = lazyFuzzy({
  ...options,
  unicode: true,
  interSplit: '[^\\p{L}\\d]+',
  intraSplit: '\\p{Ll}\\p{Lu}',
  interBound: '[^\\p{L}\\d]',
  intraBound: '\\p{L}\\d|\\d\\p{L}|\\p{Ll}\\p{Lu}',
})

/** Finds paths by what a person types of them. What matched one search is all that a longer one is looked for in. */
export class PathMatcher {
  /** As they are listed. */
  readonly #listed: readonly string[]
  /** In one normal form: a letter can be written in two ways. */
  readonly #paths: string[]
  /** Where the name begins in each path. */
  readonly #names: readonly number[]
  #last: { readonly search: string, readonly found: number[] } | undefined

  constructor(paths: readonly string[]) {
    this.#listed = [...paths]
    this.#paths = paths.map(path => path.normalize('NFC'))
    this.#names = this.#paths.map(nameStart)
  }

  /** The best matches, at most so many, and how many there are. An empty search keeps the order of the list. */
  search(typed: string, limit: number): { matches: PathMatch[], count: number } {
    const search = typed.normalize('NFC')
    if (search === '')
      return { matches: this.#listed.slice(0, limit).map(path => ({ path, ranges: [], isClear: true })), count: this.#listed.length }
    const found = this.#find(search)
    this.#last = { search, found }
    const best = found.length <= maxRanked ? found : this.#likeliest(found, search)
    return { matches: this.#rank(best, search, limit), count: found.length }
  }

  #find(search: string): number[] {
    const before = this.#last && search.startsWith(this.#last.search) ? this.#last.found : undefined
    const fuzzy = fuzzyFor(search)
    // Signs alone are no word to be fuzzy about.
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
    const fuzzy = fuzzyFor(search)
    const info = fuzzy.info(found, this.#paths, search)
    return fuzzy.sort(info, this.#paths, search).slice(0, limit).map((place) => {
      const index = info.idx[place]!
      const path = this.#paths[index]!
      const typed = search.toLowerCase()
      return this.#match(index, inName(path, typed) ?? info.ranges[place]!, isClear(path, typed))
    })
  }

  #match(index: number, ranges: readonly number[], isClear: boolean): PathMatch {
    const path = this.#listed[index]!
    return { path, ranges: path === this.#paths[index] ? ranges : ranges.map(at => placeIn(path, at)), isClear }
  }

  /** Those whose name begins with what was typed, then those whose name has it, then any, each in the list's order. */
  #likeliest(found: readonly number[], search: string): number[] {
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

/** The place in a path that is so many characters into its composed form. */
function placeIn(path: string, composed: number): number {
  const lengthAt = (place: number): number => path.slice(0, place).normalize('NFC').length
  let place = 0
  while (place < path.length && (lengthAt(place) < composed || lengthAt(place + 1) === composed))
    place++
  return place
}

function fuzzyFor(search: string): UFuzzy {
  return /[^\0-\x7F]/.test(search) ? anyScript() : plain()
}

function nameStart(path: string): number {
  return path.lastIndexOf('/', path.length - 2) + 1
}

/** What the name has as typed first, then the beginnings of its words, then few gaps, then short paths. */
function byShape(info: UFuzzy.Info, haystack: string[], needle: string): number[] {
  const typed = needle.toLowerCase()
  const scores = info.idx.map((index, place) => {
    const path = haystack[index]!
    const start = nameStart(path)
    return nameScore(path.slice(start), typed)
      + (path.toLowerCase() === typed ? 1_000 : 0)
      + (info.start[place]! >= start ? 40 : 0)
      + 20 * info.chars[place]! / (1 + info.intraIns[place]! + info.interIns[place]! / 4)
      + 10 * info.terms[place]! - path.length / 10
  })
  return scores.map((_, place) => place).sort((left, right) => scores[right]! - scores[left]!)
}

/** Where the name has what was typed in one piece: letters before it that match as well would only puzzle. */
function inName(path: string, typed: string): number[] | undefined {
  const start = nameStart(path)
  const at = path.slice(start).toLowerCase().indexOf(typed)
  return at < 0 ? undefined : [start + at, start + at + typed.length]
}

function isClear(path: string, typed: string): boolean {
  return path.toLowerCase().includes(typed) || nameScore(path.slice(nameStart(path)), typed) > 0
}

function nameScore(name: string, typed: string): number {
  const at = name.toLowerCase().indexOf(typed)
  if (at === 0)
    return name.length === typed.length ? 400 : 300
  if (at > 0)
    return 200
  return beginsWords(name, typed) ? 180 : 0
}

/** Whether the letters are beginnings of words of the name, in order: `prcomp` of `PromptComposer`. */
function beginsWords(name: string, letters: string): boolean {
  let at = -1
  for (const letter of letters) {
    const isNext = name[at + 1]?.toLowerCase() === letter
    at = isNext ? at + 1 : wordStart(name, letter, at + 1)
    if (at < 0)
      return false
  }
  return true
}

/** Where the next word with that letter begins; -1 where none does. */
function wordStart(name: string, letter: string, from: number): number {
  for (let at = from; at < name.length; at++) {
    const isStart = at === 0 || /[^\p{L}\d]/u.test(name[at - 1]!) || (/\p{Lu}/u.test(name[at]!) && !/\p{Lu}/u.test(name[at - 1]!))
    if (isStart && name[at]!.toLowerCase() === letter)
      return at
  }
  return -1
}
