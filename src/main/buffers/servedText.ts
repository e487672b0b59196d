import type { Text } from '@codemirror/state'
import type { OpenFile } from './openFile'
import type { KnownText } from './sharedText'
import type { TextBuffer } from './textBuffer'
import { toFileError } from '../workspace/fileErrors'
import { type FileWrite, replaceFile } from '../workspace/files/replaceFile'
import { encodeText, LineBuilder } from './text/textFormat'

/**
 * Whether a write would save unsaved text that was served to the writer, in addition to the writer's own changes;
 * `perhaps` if it changes the same lines.
 */
export async function holdsServed(
  { buffer: { disk }, merger }: OpenFile,
  known: KnownText,
  content: string,
): Promise<'yes' | 'no' | 'perhaps'> {
  if (known.diskHash !== disk.hash)
    return 'no'
  const written = formatFileText(content)
  const alone = await merger.merge({ kind: 'merge', base: known.text, ours: disk.text, theirs: written })
  if (alone.conflicts > 0)
    return 'perhaps'
  return alone.fromOurs.apply(disk.text).eq(written) ? 'no' : 'yes'
}

/** Writes the served text as if it had been saved at that time. Throws a `FileError`. */
export async function writeServed(
  { path, disk: { format } }: TextBuffer,
  known: KnownText,
  write: FileWrite,
): Promise<void> {
  try {
    await replaceFile({ realPath: path, text: encodeText(known.text, format), ...write })
  }
  catch (error) {
    throw toFileError(error, path)
  }
}

/** Maximum number of texts. A write to a file without one counts as based on the text on disk. */
const maxTexts = 100

/** Most of this is memory shared with open files. */
const maxCharacters = 32 * 1024 * 1024

/** Longer texts of unopened files are not kept. */
const maxFileCharacters = 1024 * 1024

/** The text of each file that a session last read or wrote, on which its next write is based. */
export class KnownTexts {
  /** A string is a file's unparsed text. */
  readonly #texts = new Map<string, KnownText | string>()
  #size = 0

  get(path: string): KnownText | undefined {
    const known = this.#texts.get(path)
    if (typeof known !== 'string')
      return known
    return { text: formatFileText(known), version: 0 }
  }

  has(path: string): boolean {
    return this.#texts.has(path)
  }

  note(path: string, known: KnownText | string): void {
    this.#forget(path)
    this.#texts.set(path, known) // moves it to the end, as the most recent
    this.#size += countCharacters(known)
    for (const oldest of this.#texts.keys()) {
      if (this.#texts.size <= maxTexts && this.#size <= maxCharacters)
        break
      this.#forget(oldest)
    }
  }

  /** Records the text of an unopened file, which may be open when the session writes it. */
  noteFile(path: string, text: string): void {
    if (text.length > maxFileCharacters)
      this.#forget(path)
    else
      this.note(path, text)
  }

  #forget(path: string): void {
    this.#size -= countCharacters(this.#texts.get(path) ?? '')
    this.#texts.delete(path)
  }
}

function countCharacters(known: KnownText | string): number {
  return typeof known === 'string' ? known.length : known.text.length
}

/** A file's characters as editor text, without byte order mark and with unified line ends. */
function formatFileText(characters: string): Text {
  const builder = new LineBuilder()
  builder.add(characters.startsWith('\uFEFF') ? characters.slice(1) : characters)
  return builder.end().text
}
