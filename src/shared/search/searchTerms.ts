import { foldedText, onlyAscii } from '../text/foldedText'

const scripts = ['Han', 'Hiragana', 'Katakana', 'Thai', 'Lao', 'Khmer', 'Myanmar']
/**
 * Matches a letter of a script that puts no blanks between words. Each counts as a word, a word of theirs as a phrase.
 */
export const unspaced = `(?=[\\p{L}\\p{N}])[${scripts.map(name => `\\p{Script_Extensions=${name}}`).join('')}]`
const letter = `(?!${unspaced})[\\p{L}\\p{N}\\p{Co}]`
// Vowel signs belong to their letter, and joiners to the word: without them, words of India and Persia fall apart.
const words = new RegExp(
  `${unspaced}[\\p{M}\\uFF9E\\uFF9F]*|${letter}(?:${letter}|[\\p{M}\\u00AD\\u200C\\u200D\\u2060])*`,
  'gu',
)

/**
 * What a person searches for: words that stand one after the other; often one. The last may be the beginning of a
 * longer word.
 */
export interface SearchTerm {
  readonly words: readonly string[]
  readonly isPrefix: boolean
}

/** A place in a text: from a character up to another. */
export type Mark = readonly [from: number, to: number]

/** No one writes more; each costs the index a look-up. */
const maxTerms = 16
const maxWords = 32
/** A single letter begins too many words to be looked up. */
const shortestPrefix = 2

/**
 * What is searched for: words, `"phrases"`, and beginnings of words (`retr*`). The last word counts as a beginning
 * while it is being written. Anything else in the search is a space.
 */
export function searchTerms(search: string): SearchTerm[] {
  const parts = [...search.matchAll(/"([^"]*)("?)(\*?)|([^\s"]+)/g)].slice(0, maxTerms)
  return parts.flatMap((part): SearchTerm[] => {
    const { 0: whole, 1: phrase, 2: closing, 3: star, 4: bare = '', index } = part
    const isLast = index + whole.length === search.length
    const words = [...tokenize(phrase ?? bare)].slice(0, maxWords).map(({ word }) => word)
    const isBegun = phrase === undefined
      ? bare.endsWith('*') || (isLast && /[\p{L}\p{N}\p{M}]$/u.test(bare))
      : star === '*' || closing === ''
    return words.length === 0 ? [] : [{ words, isPrefix: isBegun && (words.at(-1)?.length ?? 0) >= shortestPrefix }]
  })
}

/** Where the terms are in a text, in order, at most `most` of them. */
export function findMarks(text: string, terms: readonly SearchTerm[], most = Infinity): Mark[] {
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
      marks.pop() // a phrase, of which a word was searched for as well
    marks.push([isOverlapping ? Math.min(previous[0], from) : from, token.to])
    if (marks.length >= most)
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

/** A word of a text, folded, and its place in the text. */
interface Token {
  readonly word: string
  readonly from: number
  readonly to: number
}

/** The words of a text, as the search index knows them. */
function* tokenize(text: string): Generator<Token> {
  for (const { 0: word, index } of text.matchAll(words))
    yield { word: foldedText(word), from: index, to: index + word.length }
}

/** What the index stores of a text: its folded words, so that its tokenizer has nothing left to decide. */
export function indexedText(text: string): string {
  if (onlyAscii.test(text))
    return text // the tokenizer splits and folds these letters alike
  return Array.from(text.matchAll(words), ([word]) => foldedText(word)).join(' ')
}
