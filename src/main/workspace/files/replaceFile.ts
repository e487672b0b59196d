import { Buffer } from 'node:buffer'
import { constants, type Stats } from 'node:fs'
import { access, type FileHandle, lstat, mkdir, open, rename, unlink } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { getSystemCode } from '../../../shared/errors'
import { createDeniedError, createNotFileError, createOutsideError } from '../fileErrors'
import { ensureIsAt, openFolder, resolveInFolder } from './openFile'
import { createTemporaryName, type UnfinishedWrites } from './unfinishedWrites'

/** Called before a file is written. If it throws, the file stays unchanged. */
export type BeforeWrite = (write: {
  /** The path of the file, on Linux through the open folder. */
  readonly target: string
  readonly bytes: Uint8Array
  /** Whether the file is overwritten instead of replaced. */
  readonly isInPlace: boolean
}) => Promise<void>

export interface FileWrite {
  readonly unfinished: UnfinishedWrites
  /** Runs last, right before the file is replaced or overwritten. */
  readonly beforeWrite?: BeforeWrite | undefined
}

interface NewFile extends FileWrite {
  readonly realPath: string
  /** A `string` is encoded as UTF-8. */
  readonly text: string | Uint8Array
  /**
   * Overwrites a file that has several hard links, because replacing it would leave the old text under its other names.
   * A crash leaves it partly written, so the caller must keep the text.
   */
  readonly keepsLinks?: true
}

/** Writes a file atomically (but see `keepsLinks`) and creates missing folders. An existing file keeps its mode. */
export async function replaceFile(file: NewFile): Promise<{ created: boolean }> {
  const parent = await makeFolder(dirname(file.realPath))
  try {
    return await replaceIn(parent, file)
  }
  finally {
    await parent.close()
  }
}

/** Opens the folder, creating missing parents one by one. Verifies each and rejects links. */
export async function makeFolder(realPath: string): Promise<FileHandle> {
  try {
    return await openFolder(realPath, realPath)
  }
  catch (error) {
    if (getSystemCode(error) !== 'ENOENT' || dirname(realPath) === realPath)
      throw error
  }
  const parent = await makeFolder(dirname(realPath))
  try {
    const path = join(resolveInFolder(parent, dirname(realPath)), basename(realPath))
    try {
      await mkdir(path)
    }
    catch (error) {
      // Another program created it at the same time; opening it verifies what it is.
      if (getSystemCode(error) !== 'EEXIST')
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
  const folder = resolveInFolder(parent, dirname(realPath))
  const target = join(folder, basename(realPath))
  const bytes = Buffer.from(text)
  const old = await lstatIfExists(target)
  if (old)
    await ensureReplaceable(old, { target, realPath })
  if (old && old.nlink > 1 && keepsLinks) {
    await overwrite(target, { realPath, old, bytes, beforeWrite })
    return { created: false }
  }

  const name = createTemporaryName()
  const temporary = join(folder, name)
  const finished = await unfinished.begin(join(dirname(realPath), name))
  try {
    const handle = await open(
      temporary,
      constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0),
      0o666,
    )
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
    await unlink(temporary).catch(() => undefined) // report the first error
    throw error
  }
  finally {
    await finished()
  }
  await syncFolder(parent)
  return { created: old === undefined }
}

async function overwrite(
  target: string,
  { realPath, old, bytes, beforeWrite }: Pick<NewFile, 'realPath' | 'beforeWrite'> & { old: Stats, bytes: Buffer },
): Promise<void> {
  const handle = await open(target, constants.O_WRONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0))
  try {
    const { dev, ino } = await handle.stat()
    if (dev !== old.dev || ino !== old.ino)
      throw createOutsideError() // swapped meanwhile
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

/** The entry's own stats, even if it is a link; `undefined` if there is none. */
export async function lstatIfExists(target: string): Promise<Stats | undefined> {
  try {
    return await lstat(target)
  }
  catch (error) {
    if (getSystemCode(error) === 'ENOENT')
      return undefined
    throw error
  }
}

async function ensureReplaceable(
  old: Stats,
  { target, realPath }: { target: string, realPath: string },
): Promise<void> {
  // The path was already resolved, so this link was created afterwards.
  if (old.isSymbolicLink())
    throw createOutsideError()
  if (!old.isFile())
    throw createNotFileError(realPath)
  // A rename would replace even a read-only file. Respect the mode, even when running as root.
  if ((old.mode & 0o222) === 0)
    throw createDeniedError(realPath)
  await access(target, constants.W_OK)
}

async function keepOwnerAndMode(
  handle: FileHandle,
  { old, realPath }: { old: Stats, realPath: string },
): Promise<void> {
  const fresh = await handle.stat()
  if (fresh.uid !== old.uid || fresh.gid !== old.gid) {
    try {
      await handle.chown(old.uid, old.gid)
    }
    catch (error) {
      throw createDeniedError(realPath, { cause: error })
    }
  }
  // Drops set-user-id, because the owner did not approve the new content.
  await handle.chmod(old.mode & 0o777)
}

/** Flushes created, renamed and removed entries to disk. */
export async function syncFolder(folder: FileHandle): Promise<void> {
  try {
    await folder.sync()
  }
  catch (error) {
    // Some file systems cannot sync a folder. The file itself is safe.
    if (!['EINVAL', 'EPERM', 'ENOTSUP', 'EISDIR', 'EBADF'].includes(getSystemCode(error) ?? ''))
      throw error
  }
}
