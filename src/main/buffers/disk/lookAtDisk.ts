import type { BufferAuthor } from '../../../shared/contract/methods/bufferMethods'
import type { KnownText } from '../sharedText'
import { lstat } from 'node:fs/promises'
import { FileError } from '../../workspace/fileErrors'
import { halfWritten, type TextBuffer } from '../textBuffer'
import { type FileStamp, fileStamp } from './fileStamp'
import { readDisk } from './readDisk'

/** Takes over what is on the disk now, by whom it is said to be; returns what tells the next time whether it may have changed. */
export async function lookAtDisk(
  buffer: TextBuffer,
  seen: FileStamp | undefined,
  by: BufferAuthor,
  known?: KnownText,
): Promise<FileStamp | undefined> {
  const stamp = await lstat(buffer.path).then(fileStamp, () => undefined) // not there, or not to be looked at: reading tells
  if (stamp && seen && stamp.key === seen.key && !seen.isFresh)
    return seen
  if (!stamp && !seen && buffer.isGone)
    return undefined
  const found = await readDisk(buffer.path).catch((error: unknown) => {
    if (error instanceof FileError)
      return { kind: 'gone' } as const // nobody can read it: its text is as good as gone from the disk
    throw error
  })
  if (found.kind === 'busy')
    return undefined // the next look sees what came of it
  if (found.kind !== 'text') {
    if (!buffer.isGone)
      buffer.diskIsGone()
    return found.kind === 'gone' ? undefined : found.stamp
  }
  if (buffer.disk.hash === halfWritten)
    buffer.saved({ ...found.disk, format: buffer.disk.format, readOnly: buffer.disk.readOnly })
  else if (found.disk.hash !== buffer.disk.hash || buffer.isGone)
    buffer.diskIs(found.disk, by, known)
  else
    buffer.lockIs(found.disk)
  return found.stamp
}
