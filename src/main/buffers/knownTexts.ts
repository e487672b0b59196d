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
  readonly #texts = new Map<string, KnownText>()
  #size = 0

  get(path: string): KnownText | undefined {
    return this.#texts.get(path)
  }

  note(path: string, known: KnownText): void {
    this.#forget(path)
    this.#texts.set(path, known) // the latest last
    this.#size += known.text.length
    for (const oldest of this.#texts.keys()) {
      if (this.#texts.size <= maxTexts && this.#size <= maxCharacters)
        break
      this.#forget(oldest)
    }
  }

  /** The text of a file that is not open; it may be when the session writes it. */
  noteFile(path: string, text: string): void {
    if (text.length > maxFileCharacters)
      return this.#forget(path)
    const builder = new LineBuilder()
    builder.add(text.startsWith('\uFEFF') ? text.slice(1) : text)
    this.note(path, { text: builder.end().text, version: 0 })
  }

  #forget(path: string): void {
    this.#size -= this.#texts.get(path)?.text.length ?? 0
    this.#texts.delete(path)
  }
}
