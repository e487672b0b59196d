import type { WrittenFile } from '../workspace/files/textFiles'
import type { UnfinishedWrites } from '../workspace/files/unfinishedWrites'
import type { TextBuffer } from './textBuffer'
import { HostError } from '../../shared/errors'
import { FileError, fileErrorOf } from '../workspace/fileErrors'
import { replaceFile } from '../workspace/files/replaceFile'
import { encodeText } from './text/encodeText'
import { fileText } from './text/fileText'

/** Whether the bytes of this file are not the UTF-8 that agents write. */
export function isOtherThanUtf8({ disk: { format: { encoding } } }: TextBuffer): boolean {
  return encoding !== 'utf-8' && encoding !== 'utf-8-bom'
}

/** Writes an agent's text into an open file, in that file's encoding. Throws a `FileError`, also where the encoding lacks a character. */
export async function writeInItsEncoding(buffer: TextBuffer, content: string, unfinished: UnfinishedWrites): Promise<WrittenFile> {
  const { path, disk: { text, format } } = buffer
  try {
    const { created } = await replaceFile({ realPath: path, text: encodeText(fileText(content), format), unfinished })
    return created ? { created } : { created, before: text.toString() }
  }
  catch (error) {
    throw error instanceof HostError ? new FileError('invalid', error.message, { cause: error }) : fileErrorOf(error, path)
  }
}
