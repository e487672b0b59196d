import { shapelessCharacters } from '../../shared/text/misleadingCharacters'
import { alreadyBounded, drawnAtOnce, measureDrawn } from './drawnLength'
import { formatNumber } from './format'

/**
 * Prepares text that a person decides about: escapes invisible characters and those that change the reading order
 * (`⟨U+202E⟩`), except line feeds and tabs. Stricter and less pretty than `readableText`. Returns only the beginning of
 * a long text.
 */
export function visibleText(text: string, budget = drawnAtOnce): string {
  // With the `u` flag, a surrogate pair is a single match, and so is a lone surrogate.
  return readablePrefix(text, budget, beginning =>
    beginning.replace(
      hidden,
      character => `⟨U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}⟩`,
    ))
}

/** Maximum characters of a path. No system supports longer ones. */
const maxPath = 4_096

/** Returns `visibleText` on a single line, cut to `limit` characters. */
export function visibleName(text: string, limit = 80): string {
  // Searching a megabyte, particularly of spaces, would take seconds.
  const beginning = text.slice(0, limit * 8)
  const line = visibleText(beginning.replaceAll(/\s*[\r\n]\s*/g, ' ⏎ '), alreadyBounded)
  const characters = [...line]
  return characters.length > limit || beginning.length < text.length
    ? `${characters.slice(0, limit - 1).join('')}…`
    : line
}

/** Returns a whole path on a single line. */
export function visiblePath(path: string): string {
  return visibleName(path, maxPath)
}

/** Regular expression source for a character that is invisible or changes the reading order. */
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

/** Returns as much of a text as fits `budget`, made readable, and a note of how many characters were omitted. */
export function readablePrefix(text: string, budget: number, makeReadable: (beginning: string) => string): string {
  const { length } = measureDrawn(text, budget)
  const shown = makeReadable(text.slice(0, length))
  return length < text.length ? `${shown}… (${formatNumber(text.length - length)} more characters)` : shown
}
