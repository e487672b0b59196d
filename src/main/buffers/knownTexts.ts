import type { KnownText } from './sharedText'
import { LineBuilder } from './text/lineBuilder'

/** A session that knows more forgets the oldest: then what it writes counts as made from what the disk holds. */
const maxTexts = 100
/** The texts of open files are shared with them, but for what was typed since. */
const maxCharacters = 32 * 1024 * 1024
/** A longer text of a file that is not open is not kept. */
const maxFileCharacters = 1024 * 1024

/** What one session of an agent was served last of each file, or wrote last: what its next write was made from. */
export class KnownTexts {
  /** As read, where nobody has asked yet. */
  readonly #texts = new Map<string, KnownText | string>()
  #size = 0

  get(path: string): KnownText | undefined {
    const known = this.#texts.get(path)
    if (typeof known !== 'string')
      return known
    const builder = new LineBuilder()
    builder.add(known.startsWith('\uFEFF') ? known.slice(1) : known)
    return { text: builder.end().text, version: 0 }
  }

  note(path: string, known: KnownText | string): void {
    this.#forget(path)
    this.#texts.set(path, known) // the latest last
    this.#size += lengthOf(known)
    for (const oldest of this.#texts.keys()) {
      if (this.#texts.size <= maxTexts && this.#size <= maxCharacters)
        break
      this.#forget(oldest)
    }
  }

  /** The text of a file that is not open; it may be when the session writes it. */
  noteFile(path: string, text: string): void {
    if (text.length > maxFileCharacters)
      this.#forget(path)
    else
      this.note(path, text)
  }

  #forget(path: string): void {
    this.#size -= lengthOf(this.#texts.get(path) ?? '')
    this.#texts.delete(path)
  }
}

function lengthOf(known: KnownText | string): number {
  return typeof known === 'string' ? known.length : known.text.length
}
