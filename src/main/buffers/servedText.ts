import type { OpenFile } from './openFile'
import type { KnownText } from './sharedText'
import type { TextBuffer } from './textBuffer'
import { fileErrorOf } from '../workspace/fileErrors'
import { type FileWrite, replaceFile } from '../workspace/files/replaceFile'
import { encodeText } from './text/encodeText'
import { fileText } from './text/fileText'

/**
 * Whether a write would bring unsaved text to the disk that its writer was served, and not only what the writer changed; `perhaps` where
 * it changes the same lines.
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
    throw fileErrorOf(error, path)
  }
}
