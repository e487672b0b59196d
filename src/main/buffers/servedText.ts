import type { UnfinishedWrites } from '../workspace/files/unfinishedWrites'
import type { KnownText } from './sharedText'
import type { TextBuffer } from './textBuffer'
import { fileErrorOf } from '../workspace/fileErrors'
import { replaceFile } from '../workspace/files/replaceFile'
import { encodeText } from './text/encodeText'
import { fileText } from './text/fileText'
import { mergeTexts } from './text/mergeTexts'

/** Whether a write would bring unsaved text to the disk that its writer was served, and not only what the writer changed. */
export function holdsServed({ disk }: TextBuffer, known: KnownText, content: string): boolean {
  if (known.diskHash !== disk.hash)
    return false
  const written = fileText(content)
  const alone = mergeTexts({ base: known.text, ours: disk.text, theirs: written })
  return alone.conflicts.length > 0 || !alone.text.eq(written)
}

/** Writes the text that was served, as if it had been saved then. Throws a `FileError`. */
export async function writeServed({ path, disk: { format } }: TextBuffer, known: KnownText, unfinished: UnfinishedWrites): Promise<void> {
  try {
    await replaceFile({ realPath: path, text: encodeText(known.text, format), unfinished })
  }
  catch (error) {
    throw fileErrorOf(error, path)
  }
}
