import type { Mark } from './searchTerms'

/** Marks of Markdown that are not drawn. */
const undrawn = /\*\*|`+/g

/** A text of Markdown about as it is drawn. */
export function withoutMarkup(text: string): string {
  return text.replace(undrawn, '')
}

/**
 * A pattern for a text word for word, whatever its case, white space and normal form; `undefined` when there is nothing
 * to look for.
 */
export function plainPattern(search: string): RegExp | undefined {
  const words = withoutMarkup(search).trim().split(/\s+/)
  return words[0] === '' ? undefined : new RegExp(words.map(patternOfWord).join('\\s+'), 'giu')
}

/** Composed and decomposed characters look alike, and either may be in the text. */
function patternOfWord(word: string): string {
  return Array.from(word.normalize('NFC'), (character) => {
    const [composed, decomposed] = [character, character.normalize('NFD')].map(escaped)
    return composed === decomposed ? composed : `(?:${composed}|${decomposed})`
  }).join('')
}

function escaped(text: string): string {
  return text.replace(/[$()*+.?[\\\]^{|}/]/g, '\\$&')
}

/** How often a pattern is in a text as it is drawn, of Markdown, at most `most` times. */
export function countIn(text: string, pattern: RegExp, most: number): number {
  let count = 0
  for (const _ of withoutMarkup(text).matchAll(pattern)) {
    if (++count >= most)
      break
  }
  return count
}

/** Where a pattern is in a drawn text. */
export function placesIn(text: string, pattern: RegExp): Mark[] {
  return [...text.matchAll(pattern)].map(({ 0: found, index }): Mark => [index, index + found.length])
}
