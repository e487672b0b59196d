import { Buffer } from 'node:buffer'
import { constants, type Stats } from 'node:fs'
import { access, type FileHandle, lstat, mkdir, open, rename, unlink } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { systemCode } from '../../../shared/errors'
import { deniedError, notFileError, outsideError } from '../fileErrors'
import { ensureIsAt, openFolder, pathIn } from './openFile'
import { temporaryName, type UnfinishedWrites } from './unfinishedWrites'

/** A file as it is about to be written; what it throws leaves what is there. */
export type BeforeWrite = (write: {
  /** Where it is, in a folder that is held open. */
  readonly target: string
  readonly bytes: Uint8Array
  /** It is written into, and no new file takes its place. */
  readonly isInPlace: boolean
}) => Promise<void>

/** How a file is written. */
export interface FileWrite {
  readonly unfinished: UnfinishedWrites
  /** Runs last before the file takes its place, or is written into. */
  readonly beforeWrite?: BeforeWrite | undefined
}

interface NewFile extends FileWrite {
  readonly realPath: string
  /** Or the very bytes. */
  readonly text: string | Uint8Array
  /**
   * A file with further names (hard links) is written into, or the others would lead to the old text from then on.
   * Whoever is killed meanwhile leaves it in parts: the caller keeps the text.
   */
  readonly keepsLinks?: true
}

/**
 * Writes a file at `realPath` in one step (but see `keepsLinks`), creating missing folders. An existing file keeps its
 * mode.
 */
export async function replaceFile(file: NewFile): Promise<{ created: boolean }> {
  const parent = await makeFolder(dirname(file.realPath))
  try {
    return await replaceIn(parent, file)
  }
  finally {
    await parent.close()
  }
}

/** Opens the folder, creating missing parents one by one. Each is checked, and links are refused. */
async function makeFolder(realPath: string): Promise<FileHandle> {
  try {
    return await openFolder(realPath, realPath)
  }
  catch (error) {
    if (systemCode(error) !== 'ENOENT' || dirname(realPath) === realPath)
      throw error
  }
  const parent = await makeFolder(dirname(realPath))
  try {
    const path = join(pathIn(parent, dirname(realPath)), basename(realPath))
    try {
      await mkdir(path)
    }
    catch (error) {
      // Something else created it at the same moment; opening it checks what it is.
      if (systemCode(error) !== 'EEXIST')
        throw error
    }
    return await openFolder(path, realPath)
  }
  finally {
    await parent.close()
  }
}

async function replaceIn(
  parent: FileHandle,
  { realPath, text, unfinished, keepsLinks, beforeWrite }: NewFile,
): Promise<{ created: boolean }> {
  const folder = pathIn(parent, dirname(realPath))
  const target = join(folder, basename(realPath))
  const bytes = Buffer.from(text)
  const old = await statusOf(target)
  if (old)
    await ensureReplaceable(old, { target, realPath })
  if (old && old.nlink > 1 && keepsLinks) {
    await writeInto(target, { realPath, old, bytes, beforeWrite })
    return { created: false }
  }

  const name = temporaryName()
  const temporary = join(folder, name)
  const finished = await unfinished.begin(join(dirname(realPath), name))
  try {
    const handle = await open(temporary, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0), 0o666)
    try {
      await ensureIsAt(handle, join(dirname(realPath), name))
      await handle.writeFile(bytes)
      if (old)
        await keepOwnerAndMode(handle, { old, realPath })
      await handle.sync()
    }
    finally {
      await handle.close()
    }
    await ensureIsAt(parent, dirname(realPath))
    await beforeWrite?.({ target, bytes, isInPlace: false })
    await rename(temporary, target)
  }
  catch (error) {
    await unlink(temporary).catch(() => undefined) // the first error counts
    throw error
  }
  finally {
    await finished()
  }
  await syncFolder(parent)
  return { created: old === undefined }
}

async function writeInto(
  target: string,
  { realPath, old, bytes, beforeWrite }: Pick<NewFile, 'realPath' | 'beforeWrite'> & { old: Stats, bytes: Buffer },
): Promise<void> {
  const handle = await open(target, constants.O_WRONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0))
  try {
    const { dev, ino } = await handle.stat()
    if (dev !== old.dev || ino !== old.ino)
      throw outsideError() // swapped since
    await ensureIsAt(handle, realPath)
    await beforeWrite?.({ target, bytes, isInPlace: true })
    await handle.writeFile(bytes)
    await handle.truncate(bytes.length)
    await handle.sync()
  }
  finally {
    await handle.close()
  }
}

async function statusOf(target: string): Promise<Stats | undefined> {
  try {
    return await lstat(target)
  }
  catch (error) {
    if (systemCode(error) === 'ENOENT')
      return undefined
    throw error
  }
}

async function ensureReplaceable(old: Stats, { target, realPath }: { target: string, realPath: string }): Promise<void> {
  // Links were resolved when the path was checked, so this one was created since then.
  if (old.isSymbolicLink())
    throw outsideError()
  if (!old.isFile())
    throw notFileError(realPath)
  // A rename would replace even a read-only file. Respect the mode, also when running as root.
  if ((old.mode & 0o222) === 0)
    throw deniedError(realPath)
  await access(target, constants.W_OK)
}

async function keepOwnerAndMode(handle: FileHandle, { old, realPath }: { old: Stats, realPath: string }): Promise<void> {
  const fresh = await handle.stat()
  if (fresh.uid !== old.uid || fresh.gid !== old.gid) {
    try {
      await handle.chown(old.uid, old.gid)
    }
    catch (error) {
      throw deniedError(realPath, { cause: error })
    }
  }
  // Drops set-user-id: the owner did not approve the new content.
  await handle.chmod(old.mode & 0o777)
}

async function syncFolder(folder: FileHandle): Promise<void> {
  try {
    await folder.sync()
  }
  catch (error) {
    // Some file systems cannot sync a folder; the file itself is safe.
    if (!['EINVAL', 'EPERM', 'ENOTSUP', 'EISDIR', 'EBADF'].includes(systemCode(error) ?? ''))
      throw error
  }
}
