import UFuzzy from '@leeoniya/ufuzzy'
import { foldText } from '../../shared/text/foldedText'

/** Maximum matches to rank. More matches keep the order of the list. */
const maxRanked = 5_000
/** Maximum words that may be in any order, as all permutations are tried. */
const maxPermutedWords = 4

const fuzzy = createLazyFuzzy({
  // Allows one typing error per word, and none in short ones.
  intraMode: 1,
  // Letters and digits of every script.
  unicode: true,
  interSplit: '[^\\p{L}\\d\']+',
  intraSplit: '\\p{Ll}\\p{Lu}',
  interBound: '[^\\p{L}\\d]',
  intraBound: '\\p{L}\\d|\\d\\p{L}|\\p{Ll}\\p{Lu}',
  intraChars: '[\\p{L}\\d\']',
  intraContr: '\'\\p{L}{1,2}\\b',
  // Equal matches keep the list's order.
  compare: () => 0,
})

/**
 * Returns the items whose text contains every word of `search`, best first: a match at the beginning, then at the start
 * of a word, then anywhere. If nothing matches as typed, allows one typing error per word. An empty search keeps all
 * items in order.
 */
export function rankMatches<T>(items: readonly T[], search: string, getText: (item: T) => string): readonly T[] {
  if (search.trim() === '')
    return items
  // A letter can be encoded in two ways.
  const texts = items.map(item => getText(item).normalize('NFC'))
  const matches = createMatcher(search)
  const exact = [...items.keys()].filter(index => matches(texts[index]!))
  const candidates = exact.length > 0 ? exact : [...items.keys()]
  const [found, info, order] = fuzzy().search(
    candidates.map(index => texts[index]!),
    search.normalize('NFC'),
    maxPermutedWords,
    maxRanked,
  )
  const ranked = info ? order.map(place => info.idx[place]!) : found ?? []
  const best = ranked.map(place => candidates[place]!)
  // Matches of characters outside words can't be ranked.
  const known = new Set(best)
  const rest = exact.filter(index => !known.has(index))
  return [...best, ...rest].map(index => items[index]!)
}

/**
 * Returns a function that tests whether a text contains every word of `search`, in any order and case. For logs, in
 * which inexact matches would be misleading.
 */
export function createMatcher(search: string): (text: string) => boolean {
  const words = foldText(search).split(/\s+/).filter(word => word !== '')
  return (text) => {
    const folded = foldText(text)
    return words.every(word => folded.includes(word))
  }
}

/** Returns a fuzzy search that is created on first use, as that takes 10 ms. */
export function createLazyFuzzy(options: UFuzzy.Options): () => UFuzzy {
  let made: UFuzzy | undefined
  return () => made ??= new UFuzzy(options)
}
