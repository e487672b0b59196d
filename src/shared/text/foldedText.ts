/** For such a text, folding is just converting to lower case. */
export const onlyAscii = /^[\0-\x7F]*$/
/**
 * Accents of Latin, Greek and Cyrillic, and points of Hebrew and Arabic. In other scripts marks are vowels, which
 * distinguish words.
 */
const accents = new RegExp(`[${[
  '\\u0300-\\u036F',
  '\\u0591-\\u05C7',
  '\\u0610-\\u061A\\u064B-\\u065F\\u0670\\u06D6-\\u06ED',
  '\\u1AB0-\\u1AFF\\u1DC0-\\u1DFF\\uFE20-\\uFE2F',
].join('')}]`, 'g')
/**
 * Invisible characters: joiners, direction marks and variation selectors; and the Arabic tatweel, which only stretches
 * a word.
 */
const invisible = /[\p{Cf}\uFE00-\uFE0F\u0640]/gu
/** Letters that Unicode does not decompose, but that people type as plain letters if they have no key for them. */
const plainLetters: Readonly<Record<string, string>> = {
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ł: 'l',
  ø: 'o',
  ŧ: 't',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ς: 'σ',
}
const plain = new RegExp(`[${Object.keys(plainLetters).join('')}]`, 'g')

/**
 * Folds a text for searching: case, accents, full-width forms and invisible characters are removed. The length may
 * change.
 */
export function foldText(text: string): string {
  if (onlyAscii.test(text))
    return text.toLowerCase()
  return text
    .normalize('NFKD')
    .replace(accents, '')
    .replace(invisible, '')
    .toLowerCase()
    .toUpperCase() // "ß", "ẞ" and "SS" compare equal
    .toLowerCase()
    .replace(plain, letter => plainLetters[letter]!)
    .normalize('NFC') // Korean syllables, voiced kana
}
