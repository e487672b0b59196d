import type { BufferAuthor } from '../../../shared/contract/methods/bufferMethods'
import type { Merger } from '../merging/merger'
import type { KnownText } from '../sharedText'
import { lstat } from 'node:fs/promises'
import { FileError } from '../../workspace/fileErrors'
import { halfWritten, type TextBuffer } from '../textBuffer'
import { type FileStamp, fileStamp } from './fileStamp'
import { readDisk } from './readDisk'

/** What a look at the disk starts from. */
interface DiskLook {
  /** What the last look returned. */
  readonly seen: FileStamp | undefined
  /** Who is taken for the author of what has changed. Asked only if something has. */
  readonly by: () => BufferAuthor
  /** The text that the author started from, where that is known. */
  readonly known?: KnownText | undefined
  readonly merger: Merger
}

/** Takes over what is on the disk now. Returns the stamp by which the next look tells whether the file may have changed. */
export async function lookAtDisk(buffer: TextBuffer, { seen, by, known, merger }: DiskLook): Promise<FileStamp | undefined> {
  const stamp = await lstat(buffer.path).then(fileStamp, () => undefined) // not there, or not to be looked at: reading tells
  if (stamp && seen && stamp.key === seen.key && !seen.isFresh)
    return seen
  if (!stamp && !seen && buffer.isGone)
    return undefined
  const found = await readDisk(buffer.path).catch((error: unknown) => {
    if (error instanceof FileError)
      return { kind: 'gone' } as const // a text that nobody can read is as good as gone from the disk
    throw error
  })
  if (found.kind === 'busy')
    return undefined // the next look sees what came of it
  if (found.kind !== 'text') {
    if (!buffer.isGone)
      buffer.markGone()
    return found.kind === 'gone' ? undefined : found.stamp
  }
  if (buffer.disk.hash === halfWritten)
    buffer.markSaved({ ...found.disk, format: buffer.disk.format, readOnly: buffer.disk.readOnly }, buffer.conflict)
  else if (found.disk.hash !== buffer.disk.hash || buffer.isGone)
    await merger.run(buffer.takingDisk(found.disk, by(), known))
  else
    buffer.takeLock(found.disk)
  return found.stamp
}
