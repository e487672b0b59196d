import type { DiskText } from '../textBuffer'
import { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'
import { constants, type Stats } from 'node:fs'
import { access } from 'node:fs/promises'
import { systemCode } from '../../../shared/errors'
import { maxTextSize } from '../../../shared/files/textLimits'
import { FileError, fileErrorOf } from '../../workspace/fileErrors'
import { openRegularFile } from '../../workspace/files/openFile'
import { decodeBytes } from '../text/decodeBytes'
import { type FileStamp, fileStamp } from './fileStamp'

/** What is at a path. */
export type DiskFile
  = | { readonly kind: 'text', readonly disk: DiskText, readonly stamp: FileStamp }
    | { readonly kind: 'other', readonly size: number, readonly reason: string, readonly stamp: FileStamp }
    | { readonly kind: 'gone' }
  /** Another program keeps writing it: what was read may never have been the whole file. */
    | { readonly kind: 'busy' }

/** Read at once. */
const pieceBytes = 1024 * 1024
/** How often reading is tried while the file changes. */
const maxTries = 3

/** Reads the file at a real path; refuses links and whatever else is no regular file. Throws a `FileError`. */
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
      throw fileErrorOf(error, realPath)
    }
  }
}

/** `undefined`: it was written meanwhile. */
async function readOnce(realPath: string): Promise<DiskFile | undefined> {
  const { handle, status } = await openRegularFile(realPath, realPath)
  try {
    const stamp = fileStamp(status)
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
    if (fileStamp(await handle.stat()).key !== stamp.key)
      return undefined
    if (decoded.kind === 'other')
      return { kind: 'other', size, reason: decoded.reason, stamp }
    const { text, format, readOnly = await lockedBy(status, realPath) } = decoded
    return { kind: 'text', disk: { text, format, readOnly, hash: hash.digest('hex') }, stamp }
  }
  finally {
    await handle.close()
  }
}

async function lockedBy({ mode }: Stats, realPath: string): Promise<string | undefined> {
  if ((mode & 0o222) === 0)
    return 'Its permissions allow nobody to write it.'
  return access(realPath, constants.W_OK).then(() => undefined, () => 'You are not allowed to write it.')
}

/** Nothing is there, or something else than a file: a link, a folder. */
function isGone(error: unknown): boolean {
  return error instanceof FileError
    ? error.kind === 'not_file' || error.kind === 'outside'
    : ['ENOENT', 'ENOTDIR', 'ELOOP', 'ENXIO'].includes(systemCode(error) ?? '')
}
