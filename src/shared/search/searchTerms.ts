import { foldText, onlyAscii } from '../text/foldedText'

const scripts = ['Han', 'Hiragana', 'Katakana', 'Thai', 'Lao', 'Khmer', 'Myanmar']
/** Matches a letter of a script without spaces between words. Each letter counts as a word, and a word as a phrase. */
export const unspaced = `(?=[\\p{L}\\p{N}])[${scripts.map(name => `\\p{Script_Extensions=${name}}`).join('')}]`
const letter = `(?!${unspaced})[\\p{L}\\p{N}\\p{Co}]`
// Vowel signs belong to their letter and joiners to the word: otherwise Indic and Persian words would be split.
const words = new RegExp(
  `${unspaced}[\\p{M}\\uFF9E\\uFF9F]*|${letter}(?:${letter}|[\\p{M}\\u00AD\\u200C\\u200D\\u2060])*`,
  'gu',
)

/** A search term: one word or several consecutive words. The last may be a prefix. */
export interface SearchTerm {
  readonly words: readonly string[]
  readonly isPrefix: boolean
}

/** A range in a text, in UTF-16 units. */
export type Mark = readonly [from: number, to: number]

/** More than anyone types; each term costs an index lookup. */
const maxTerms = 16
const maxWords = 32
/** A single letter is a prefix of too many words to look up. */
const minPrefixCharacters = 2

/**
 * Parses a search: words, `"phrases"` and prefixes (`retr*`). The last word counts as a prefix while it is being typed.
 * All other characters count as white space.
 */
export function parseSearch(search: string): SearchTerm[] {
  const parts = [...search.matchAll(/"([^"]*)("?)(\*?)|([^\s"]+)/g)].slice(0, maxTerms)
  return parts.flatMap((part): SearchTerm[] => {
    const { 0: whole, 1: phrase, 2: closing, 3: star, 4: bare = '', index } = part
    const isLast = index + whole.length === search.length
    const words = [...tokenize(phrase ?? bare)].slice(0, maxWords).map(({ word }) => word)
    const isPrefix = phrase === undefined
      ? bare.endsWith('*') || (isLast && /[\p{L}\p{N}\p{M}]$/u.test(bare))
      : star === '*' || closing === ''
    return words.length === 0
      ? []
      : [{ words, isPrefix: isPrefix && (words.at(-1)?.length ?? 0) >= minPrefixCharacters }]
  })
}

/** Finds the terms in a text, in order, up to `most` marks. */
export function findMarks(text: string, terms: readonly SearchTerm[], limit = Infinity): Mark[] {
  const longest = Math.max(0, ...terms.map(({ words }) => words.length))
  const marks: Mark[] = []
  const recent: { word: string, from: number, to: number }[] = []
  for (const token of tokenize(text)) {
    recent.push(token)
    if (recent.length > longest)
      recent.shift()
    const found = terms.filter(term => endsWith(recent, term)).sort((a, b) => b.words.length - a.words.length)[0]
    if (!found)
      continue
    const { from } = recent.at(-found.words.length)!
    const previous = marks.at(-1)
    const isOverlapping = previous !== undefined && previous[1] > from
    if (isOverlapping)
      marks.pop() // a longer phrase contains the previous match
    marks.push([isOverlapping ? Math.min(previous[0], from) : from, token.to])
    if (marks.length >= limit)
      break
  }
  return marks
}

function endsWith(tokens: readonly { readonly word: string }[], { words, isPrefix }: SearchTerm): boolean {
  const start = tokens.length - words.length
  return start >= 0 && words.every((word, index) => {
    const token = tokens[start + index]!.word
    return isPrefix && index === words.length - 1 ? token.startsWith(word) : token === word
  })
}

/** A folded word and its range in the text. */
interface Token {
  readonly word: string
  readonly from: number
  readonly to: number
}

/** Splits a text into words, as the search index does. */
function* tokenize(text: string): Generator<Token> {
  for (const { 0: word, index } of text.matchAll(words))
    yield { word: foldText(word), from: index, to: index + word.length }
}

/** The text that the index stores: folded words, so that its own tokenizer makes no decisions. */
export function toIndexedText(text: string): string {
  if (onlyAscii.test(text))
    return text // the index's tokenizer splits and folds ASCII the same way
  return Array.from(text.matchAll(words), ([word]) => foldText(word)).join(' ')
}
