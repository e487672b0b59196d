import type { Text } from '@codemirror/state'
import type { OpenFile } from './openFile'
import type { KnownText } from './sharedText'
import type { TextBuffer } from './textBuffer'
import { toFileError } from '../workspace/fileErrors'
import { type FileWrite, replaceFile } from '../workspace/files/replaceFile'
import { encodeText, LineBuilder } from './text/textFormat'

/**
 * Whether a write would bring unsaved text to the disk that its writer was served, and not only what the writer
 * changed; `perhaps` where it changes the same lines.
 */
export async function holdsServed(
  { buffer: { disk }, merger }: OpenFile,
  known: KnownText,
  content: string,
): Promise<'yes' | 'no' | 'perhaps'> {
  if (known.diskHash !== disk.hash)
    return 'no'
  const written = fileText(content)
  const alone = await merger.merge({ kind: 'merge', base: known.text, ours: disk.text, theirs: written })
  if (alone.conflicts > 0)
    return 'perhaps'
  return alone.fromOurs.apply(disk.text).eq(written) ? 'no' : 'yes'
}

/** Writes the text that was served, as if it had been saved then. Throws a `FileError`. */
export async function writeServed({ path, disk: { format } }: TextBuffer, known: KnownText, write: FileWrite): Promise<void> {
  try {
    await replaceFile({ realPath: path, text: encodeText(known.text, format), ...write })
  }
  catch (error) {
    throw toFileError(error, path)
  }
}

/** Beyond this the oldest text is forgotten: a later write of that file counts as made from what the disk holds. */
const maxTexts = 100

/** Most of it is shared with the texts of open files. */
const maxCharacters = 32 * 1024 * 1024

/** A longer text of a file that is not open is not kept. */
const maxFileCharacters = 1024 * 1024

/** What one session of an agent last read or wrote of each file: its next write is made from that. */
export class KnownTexts {
  /** A string: the file as it was read, until it is asked for. */
  readonly #texts = new Map<string, KnownText | string>()
  #size = 0

  get(path: string): KnownText | undefined {
    const known = this.#texts.get(path)
    if (typeof known !== 'string')
      return known
    return { text: fileText(known), version: 0 }
  }

  has(path: string): boolean {
    return this.#texts.has(path)
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

  /** Notes the text of a file that is not open; it may be open by the time the session writes it. */
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

/** The characters of a file as an editor holds them: without a byte order mark, whatever ends the lines. */
function fileText(characters: string): Text {
  const builder = new LineBuilder()
  builder.add(characters.startsWith('\uFEFF') ? characters.slice(1) : characters)
  return builder.end().text
}
