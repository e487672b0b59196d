/** Written without spaces: each of their characters counts as a word, and a word of theirs as a phrase. */
const scripts = ['Han', 'Hiragana', 'Katakana', 'Thai', 'Lao', 'Khmer', 'Myanmar']
const unspaced = `[${scripts.map(name => `\\p{Script=${name}}`).join('')}]`
const letter = `(?!${unspaced})[\\p{L}\\p{N}\\p{Co}]`
const words = new RegExp(`${unspaced}\\p{Mn}*|${letter}(?:${letter}|\\p{Mn})*`, 'gu')
const unspacedLetters = new RegExp(unspaced, 'gu')

/** A word of a text, without case and accents, and where it stands. */
export interface Token {
  readonly word: string
  readonly from: number
  readonly to: number
}

/** The words of a text, as the search index knows them. */
export function* tokensOf(text: string): Generator<Token> {
  for (const { 0: word, index } of text.matchAll(words))
    yield { word: folded(word), from: index, to: index + word.length }
}

/** The same text as the index takes it: with spaces between the characters of scripts that have none. */
export function spaced(text: string): string {
  return text.replace(unspacedLetters, character => ` ${character} `)
}

function folded(word: string): string {
  return word.normalize('NFD').replace(/\p{Mn}/gu, '').toLowerCase()
}
