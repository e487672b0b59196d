import { shapelessCharacters } from '../../shared/text/misleadingCharacters'
import { alreadyBounded, drawnAtOnce, drawnLength } from './drawnLength'
import { formatNumber } from './format'

/**
 * Text as it is, for a person who decides about it: characters that are not seen, or that turn others around, are
 * written out (`⟨U+202E⟩`). Line feeds and tabs stay. Stricter than `readableText`, and less pretty. Of a long text
 * only the beginning.
 */
export function visibleText(text: string, budget = drawnAtOnce): string {
  // The `u` flag makes one match of a surrogate pair, and a lone surrogate one of its own.
  return readablePrefix(text, budget, beginning =>
    beginning.replace(hidden, character => `⟨U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}⟩`))
}

/** No system takes a longer one. */
const maxPath = 4_096

/** `visibleText` on one line, cut to `limit` characters. */
export function visibleName(text: string, limit = 80): string {
  // A name of a megabyte, of spaces above all, would be searched for seconds.
  const beginning = text.slice(0, limit * 8)
  const line = visibleText(beginning.replaceAll(/\s*[\r\n]\s*/g, ' ⏎ '), alreadyBounded)
  const characters = [...line]
  return characters.length > limit || beginning.length < text.length ? `${characters.slice(0, limit - 1).join('')}…` : line
}

/** A whole path on one line. */
export function visiblePath(path: string): string {
  return visibleName(path, maxPath)
}

/** For a regular expression: a character that is not seen, or turns others around. */
export const hiddenCharacters = [
  '[\\u0000-\\u0008\\u000B-\\u001F\\u007F-\\u009F]', // controls, C0 and C1
  '\\u034F|[\\u17B4\\u17B5]|[\\u180B-\\u180F]', // join what is before them; a class would join them to it
  '[\\u00AD\\u061C\\u115F\\u1160\\u2800\\u3164\\uFFA0\\u{1D173}-\\u{1D17A}]', // drawn as nothing
  '[\\u200B-\\u200F\\u2028-\\u202E\\u2060-\\u206F\\uFEFF\\uFFF9-\\uFFFB]', // zero width, bidirectional, separators
  '[\\u{E0000}-\\u{E0FFF}]', // tags and further variation selectors: whole hidden sentences
  '[\\u{1BCA0}-\\u{1BCA3}\\u{1D159}\\u{13430}-\\u{1343F}\\u{16FE4}]', // controls of old scripts, a bare note
  `[${shapelessCharacters}]`,
].join('|')
const hidden = new RegExp(hiddenCharacters, 'gu')

/** As much of a text as `budget` reaches, made readable, and how many characters were left out. */
export function readablePrefix(text: string, budget: number, makeReadable: (beginning: string) => string): string {
  const { length } = drawnLength(text, budget)
  const shown = makeReadable(text.slice(0, length))
  return length < text.length ? `${shown}… (${formatNumber(text.length - length)} more characters)` : shown
}
