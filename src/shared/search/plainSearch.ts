import type { Mark } from './searchTerms'

/** Markdown markup that is not rendered. */
const hiddenMarkup = /\*\*|`+/g

/** Markdown roughly as rendered. */
export function stripMarkup(text: string): string {
  return text.replace(hiddenMarkup, '')
}

/**
 * A pattern that matches a text literally, except for case, white space and normalization; `undefined` if the search is
 * empty.
 */
export function toLiteralPattern(search: string): RegExp | undefined {
  const words = stripMarkup(search).trim().split(/\s+/)
  return words[0] === '' ? undefined : new RegExp(words.map(toWordPattern).join('\\s+'), 'giu')
}

/** Composed and decomposed characters look alike, and a text may contain either. */
function toWordPattern(word: string): string {
  return Array.from(word.normalize('NFC'), (character) => {
    const [composed, decomposed] = [character, character.normalize('NFD')].map(escapeRegExp)
    return composed === decomposed ? composed : `(?:${composed}|${decomposed})`
  }).join('')
}

function escapeRegExp(text: string): string {
  return text.replace(/[$()*+.?[\\\]^{|}/]/g, '\\$&')
}

/** Counts the matches of a pattern in rendered Markdown, up to `most`. */
export function countMatches(text: string, pattern: RegExp, most: number): number {
  let count = 0
  for (const _ of stripMarkup(text).matchAll(pattern)) {
    if (++count >= most)
      break
  }
  return count
}

/** The matches of a pattern in a rendered text. */
export function findMatches(text: string, pattern: RegExp): Mark[] {
  return [...text.matchAll(pattern)].map(({ 0: found, index }): Mark => [index, index + found.length])
}
