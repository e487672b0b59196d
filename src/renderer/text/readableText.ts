import { misleadingCharacters } from '../../shared/text/misleadingCharacters'
import { alreadyBounded, drawnAtOnce } from './drawnLength'
import { readablePrefix } from './visibleText'

// Characters that turn the reading order, hide or show nothing: code and paths must not look like what they are not.
const hidden = new RegExp(`[${misleadingCharacters}]`, 'gu')
const controls = /[\u0000-\u0008\v\f\u000E-\u001F\u007F-\u009F]/g

/** `readableText` on one line, and no more of it than a line can hold. */
export function readableLine(text: string, limit = 2_000): string {
  // A name of a megabyte, of spaces above all, would be searched for seconds.
  const line = readableText(text.slice(0, limit).replaceAll(/\s*\n\s*/g, ' ⏎ '), alreadyBounded)
  return text.length > limit ? `${line}…` : line
}

/**
 * Text for someone who reads along: characters that mislead are written out (`⟨U+202E⟩`), control characters left out,
 * and what scripts and emoji are joined by stays. Of a long text only the beginning: `LongText` draws more on demand.
 * Where a person decides about a text, `visibleText` shows all of it.
 */
export function readableText(text: string, budget = drawnAtOnce): string {
  return readablePrefix(text, budget, beginning => beginning
    .replace(controls, '')
    .replace(hidden, character => `⟨U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}⟩`))
}
