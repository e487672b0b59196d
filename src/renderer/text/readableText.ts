import { misleadingCharacters } from '../../shared/text/misleadingCharacters'
import { alreadyBounded, drawnAtOnce } from './drawnLength'
import { readablePrefix } from './visibleText'

// Characters that change the reading order, hide others or are invisible, and could make code and paths deceptive.
const hidden = new RegExp(`[${misleadingCharacters}]`, 'gu')
const controls = /[\u0000-\u0008\v\f\u000E-\u001F\u007F-\u009F]/g

/** Returns `readableText` on a single, limited line. */
export function readableLine(text: string, limit = 2_000): string {
  // Searching a megabyte, particularly of spaces, would take seconds.
  const line = readableText(text.slice(0, limit).replaceAll(/\s*\n\s*/g, ' ⏎ '), alreadyBounded)
  return text.length > limit ? `${line}…` : line
}

/**
 * Prepares text for reading: escapes misleading characters (`⟨U+202E⟩`), removes control characters, and keeps joiners
 * of scripts and emoji. Returns only the beginning of a long text; `LongText` draws more on demand. For a text that the
 * person decides about, use `visibleText`.
 */
export function readableText(text: string, budget = drawnAtOnce): string {
  return readablePrefix(text, budget, beginning => beginning
    .replace(controls, '')
    .replace(hidden, character => `⟨U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}⟩`))
}
