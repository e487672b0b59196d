import { foldedText } from '../text/foldedText'

const scripts = ['Han', 'Hiragana', 'Katakana', 'Thai', 'Lao', 'Khmer', 'Myanmar']
/** Matches a letter of a script that puts no blanks between words. Each counts as a word, a word of theirs as a phrase. */
export const unspaced = `(?=[\\p{L}\\p{N}])[${scripts.map(name => `\\p{Script_Extensions=${name}}`).join('')}]`
const letter = `(?!${unspaced})[\\p{L}\\p{N}\\p{Co}]`
// Vowel signs belong to their letter, and joiners to the word: without them, words of India and Persia fall apart.
const words = new RegExp(`${unspaced}[\\p{M}\\uFF9E\\uFF9F]*|${letter}(?:${letter}|[\\p{M}\\u200C\\u200D])*`, 'gu')
const onlyAscii = /^[\0-\x7F]*$/

/** A word of a text, folded, and its place in the text. */
export interface Token {
  readonly word: string
  readonly from: number
  readonly to: number
}

/** The words of a text, as the search index knows them. */
export function* tokensOf(text: string): Generator<Token> {
  for (const { 0: word, index } of text.matchAll(words))
    yield { word: foldedText(word), from: index, to: index + word.length }
}

/** What the index stores of a text: its folded words, so that its tokenizer has nothing left to decide. */
export function indexedText(text: string): string {
  if (onlyAscii.test(text))
    return text // the tokenizer splits and folds these letters alike
  return Array.from(text.matchAll(words), ([word]) => foldedText(word)).join(' ')
}
