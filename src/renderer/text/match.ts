import UFuzzy from '@leeoniya/ufuzzy'
import { foldText } from '../../shared/text/foldedText'

/** Above this many hits the order of the list serves better than a ranking. */
const maxRanked = 5_000
/** Words of a search may be in any order, up to this many of them: their permutations are tried. */
const maxPermutedWords = 4

const fuzzy = lazyFuzzy({
  // One typing error a word, and none in short ones.
  intraMode: 1,
  // Letters and digits of every script.
  unicode: true,
  interSplit: '[^\\p{L}\\d\']+',
  intraSplit: '\\p{Ll}\\p{Lu}',
  interBound: '[^\\p{L}\\d]',
  intraBound: '\\p{L}\\d|\\d\\p{L}|\\p{Ll}\\p{Lu}',
  intraChars: '[\\p{L}\\d\']',
  intraContr: '\'\\p{L}{1,2}\\b',
  // What is equally good stays in the list's order.
  compare: () => 0,
})

/**
 * The items whose text contains every word of `search`, best first: a match at the beginning, then at the start of a
 * word, then anywhere. Where nothing matches as typed, one typing error a word is forgiven. An empty search keeps all,
 * in their order.
 */
export function rankMatches<T>(items: readonly T[], search: string, textOf: (item: T) => string): readonly T[] {
  if (search.trim() === '')
    return items
  // One letter can be written in two ways.
  const texts = items.map(item => textOf(item).normalize('NFC'))
  const matches = createMatcher(search)
  const exact = [...items.keys()].filter(index => matches(texts[index]!))
  const candidates = exact.length > 0 ? exact : [...items.keys()]
  const [found, info, order] = fuzzy().search(candidates.map(index => texts[index]!), search.normalize('NFC'), maxPermutedWords, maxRanked)
  const ranked = info ? order.map(place => info.idx[place]!) : found ?? []
  const best = ranked.map(place => candidates[place]!)
  // A sign that is no part of a word cannot be ranked, but it was found.
  const known = new Set(best)
  const rest = exact.filter(index => !known.has(index))
  return [...best, ...rest].map(index => items[index]!)
}

/**
 * Whether a text contains every word of `search`, in any order, case and spelling: for logs, where a near miss would
 * mislead.
 */
export function createMatcher(search: string): (text: string) => boolean {
  const words = foldText(search).split(/\s+/).filter(word => word !== '')
  return (text) => {
    const folded = foldText(text)
    return words.every(word => folded.includes(word))
  }
}

/** A fuzzy search that is made when someone searches: it takes 10 ms, which the first frame need not wait for. */
export function lazyFuzzy(options: UFuzzy.Options): () => UFuzzy {
  let made: UFuzzy | undefined
  return () => made ??= new UFuzzy(options)
}
