/** Folding such a text only changes its case. */
export const onlyAscii = /^[\0-\x7F]*$/
/**
 * Accents of Latin, Greek and Cyrillic, points of Hebrew and Arabic. Other scripts' marks are vowels: they make another
 * word.
 */
const accents = new RegExp(`[${[
  '\\u0300-\\u036F',
  '\\u0591-\\u05C7',
  '\\u0610-\\u061A\\u064B-\\u065F\\u0670\\u06D6-\\u06ED',
  '\\u1AB0-\\u1AFF\\u1DC0-\\u1DFF\\uFE20-\\uFE2F',
].join('')}]`, 'g')
/**
 * Signs that are not drawn: joiners, marks of direction, variation selectors; and the Arabic stroke that stretches a
 * word.
 */
const undrawn = /[\p{Cf}\uFE00-\uFE0F\u0640]/gu
/** Letters that are no accented forms for Unicode, but for whoever has no key for them. */
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
 * A text as searches compare it, whichever way it is typed: without case, accents, full-width forms and signs that are
 * not drawn. Its length may differ from the text's.
 */
export function foldedText(text: string): string {
  if (onlyAscii.test(text))
    return text.toLowerCase()
  return text
    .normalize('NFKD')
    .replace(accents, '')
    .replace(undrawn, '')
    .toLowerCase()
    .toUpperCase() // "ß", "ẞ" and "SS" are one word
    .toLowerCase()
    .replace(plain, letter => plainLetters[letter]!)
    .normalize('NFC') // syllables of Korea, voiced kana
}
