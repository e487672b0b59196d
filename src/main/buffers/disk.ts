import type { BufferAuthor } from '../../shared/contract/methods/bufferMethods'
import type { Merger } from './merging/merger'
import type { KnownText } from './sharedText'
import { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'
import { constants, type Stats } from 'node:fs'
import { access, lstat } from 'node:fs/promises'
import { getSystemCode, HostError } from '../../shared/errors'
import { maxTextSize } from '../../shared/files/fileLimits'
import { createNotFoundError, FileError, toFileError } from '../workspace/fileErrors'
import { openRegularFile } from '../workspace/files/openFile'
import { asHostError, createBusyError } from './asHostError'
import { flattenText } from './text/editorText'
import { decodeBytes } from './text/textFormat'
import { type DiskText, halfWritten, type TextBuffer } from './textBuffer'

/** Granularity of some file systems' times: a later write within this time may not change them. */
const tickMs = 2_000

/** The file at a path. */
export type DiskFile
  = | { readonly kind: 'text', readonly disk: DiskText, readonly stamp: FileStamp }
    | { readonly kind: 'other', readonly size: number, readonly reason: string, readonly stamp: FileStamp }
    | { readonly kind: 'gone' }
  /** Another program keeps writing it, so no consistent content was read. */
    | { readonly kind: 'busy' }

/** Bytes read at a time. */
const pieceBytes = 1024 * 1024
/** Attempts to read a changing file. */
const maxTries = 3

/** Reads the regular file at a real path. Throws a `FileError` for links and anything else. */
export async function readDisk(realPath: string): Promise<DiskFile> {
  for (let attempt = 1; ; attempt++) {
    try {
      const file = await readOnce(realPath)
      if (file !== undefined || attempt === maxTries)
        return file ?? { kind: 'busy' }
    }
    catch (error) {
      if (isGone(error))
        return { kind: 'gone' }
      throw toFileError(error, realPath)
    }
  }
}

/** Returns `undefined` if the file was written meanwhile. */
async function readOnce(realPath: string): Promise<DiskFile | undefined> {
  const { handle, status } = await openRegularFile(realPath, realPath)
  try {
    const stamp = getFileStamp(status)
    if (status.size > maxTextSize)
      return { kind: 'other', size: status.size, reason: 'It is larger than 20 MB.', stamp }
    const hash = createHash('sha256')
    const pieces: Buffer[] = []
    let size = 0
    for (;;) {
      const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(pieceBytes), 0, pieceBytes)
      if (bytesRead === 0)
        break
      size += bytesRead
      if (size > maxTextSize)
        return { kind: 'other', size, reason: 'It is larger than 20 MB.', stamp }
      const piece = buffer.subarray(0, bytesRead)
      hash.update(piece)
      pieces.push(piece)
    }
    const decoded = await decodeBytes(Buffer.concat(pieces))
    if (getFileStamp(await handle.stat()).key !== stamp.key)
      return undefined
    if (decoded.kind === 'other')
      return { kind: 'other', size, reason: decoded.reason, stamp }
    const { text, format, readOnly = await explainReadOnly(status, realPath) } = decoded
    return { kind: 'text', disk: { text, format, readOnly, hash: hash.digest('hex') }, stamp }
  }
  finally {
    await handle.close()
  }
}

async function explainReadOnly({ mode }: Stats, realPath: string): Promise<string | undefined> {
  if ((mode & 0o222) === 0)
    return 'Its permissions allow nobody to write it.'
  return access(realPath, constants.W_OK).then(() => undefined, () => 'You are not allowed to write it.')
}

/** Whether the error means that there is no regular file. */
function isGone(error: unknown): boolean {
  return error instanceof FileError
    ? error.kind === 'not_file' || error.kind === 'outside'
    : ['ENOENT', 'ENOTDIR', 'ELOOP', 'ENXIO'].includes(getSystemCode(error) ?? '')
}

/** Inputs of a refresh. */
interface DiskLook {
  /** Stamp of the last refresh. */
  readonly seen: FileStamp | undefined
  /** Presumed author of a change. Called only if there is one. */
  readonly by: () => BufferAuthor
  /** The text that the author started from, if known. */
  readonly known?: KnownText | undefined
  readonly merger: Merger
}

/** Updates the buffer from disk. Returns the stamp by which the next refresh detects changes. */
export async function refreshFromDisk(
  buffer: TextBuffer,
  { seen, by, known, merger }: DiskLook,
): Promise<FileStamp | undefined> {
  const stamp = await lstat(buffer.path).then(getFileStamp, () => undefined) // reading it reports the reason
  if (stamp && seen && stamp.key === seen.key && !seen.isFresh)
    return seen
  if (!stamp && !seen && buffer.isGone)
    return undefined
  const found = await readDisk(buffer.path).catch((error: unknown) => {
    if (error instanceof FileError)
      return { kind: 'gone' } as const // an unreadable file counts as deleted
    throw error
  })
  if (found.kind === 'busy')
    return undefined // the next refresh reads it again
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

/** Reads the file at a real path as text. Throws a `HostError`. */
export async function readDiskText(realPath: string): Promise<string> {
  const found = await readDisk(realPath).catch((error: unknown) => {
    throw asHostError(error, realPath)
  })
  if (found.kind === 'gone')
    throw asHostError(createNotFoundError(realPath), realPath)
  if (found.kind === 'busy')
    throw createBusyError(realPath)
  if (found.kind === 'other')
    throw new HostError('unsupported', found.reason)
  return flattenText(found.disk.text)
}

/** A stamp for detecting whether a file may have changed. */
export interface FileStamp {
  readonly key: string
  /** Written so recently that another change might not alter the key. */
  readonly isFresh: boolean
}

/** The stamp of a file's stats. */
export function getFileStamp({ dev, ino, size, mtimeMs, ctimeMs, mode }: Stats, now = Date.now()): FileStamp {
  const written = mtimeMs > now ? ctimeMs : Math.max(mtimeMs, ctimeMs) // times in the future may have been set
  return { key: [dev, ino, size, mtimeMs, ctimeMs, mode].join(' '), isFresh: now - written < tickMs }
}
