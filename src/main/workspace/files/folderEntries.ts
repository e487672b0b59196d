import type { FileHandle } from 'node:fs/promises'
import { constants } from 'node:fs'
import { lstat, mkdir, open, rename, rm, unlink } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { getSystemCode } from '../../../shared/errors'
import { FileError } from '../fileErrors'
import { openFolder, resolveInFolder } from './openFile'
import { lstatIfExists, makeFolder, syncFolder } from './replaceFile'

/** Creates an empty file and missing parent folders. Fails if the name is taken. */
export async function createFile(realPath: string): Promise<void> {
  await inFolder(await makeFolder(dirname(realPath)), realPath, async (path) => {
    const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0)
    await (await open(path, flags, 0o666)).close()
  })
}

/** Creates a folder and missing parents. Fails if the name is taken. */
export async function createFolder(realPath: string): Promise<void> {
  await inFolder(await makeFolder(dirname(realPath)), realPath, path => mkdir(path))
}

/** Renames or moves a file, link or folder. Fails if the new name is taken by anything else. */
export async function renameEntry(realPath: string, to: string): Promise<void> {
  await inFolder(await openFolder(dirname(realPath), dirname(realPath)), realPath, async (from) => {
    const entry = await lstat(from)
    await inFolder(await makeFolder(dirname(to)), to, async (target) => {
      const there = await lstatIfExists(target)
      // On a case-insensitive file system, another spelling of the name is the entry itself.
      if (there && (there.dev !== entry.dev || there.ino !== entry.ino))
        throw createTakenError(to)
      await rename(from, target)
    })
  })
}

/** Deletes a file, a link, or a folder with its contents. Does not follow links. */
export async function deleteEntry(realPath: string): Promise<void> {
  await inFolder(await openFolder(dirname(realPath), dirname(realPath)), realPath, async (path) => {
    if ((await lstat(path)).isDirectory())
      await rm(path, { recursive: true, maxRetries: 3 })
    else
      await unlink(path)
  })
}

/** Runs `work` with the entry's path, on Linux through the open folder, which is closed afterwards. */
async function inFolder(folder: FileHandle, realPath: string, work: (path: string) => Promise<unknown>): Promise<void> {
  try {
    await work(join(resolveInFolder(folder, dirname(realPath)), basename(realPath)))
    await syncFolder(folder)
  }
  catch (error) {
    throw getSystemCode(error) === 'EEXIST' || getSystemCode(error) === 'ENOTEMPTY' ? createTakenError(realPath) : error
  }
  finally {
    await folder.close()
  }
}

function createTakenError(realPath: string): FileError {
  return new FileError('denied', `“${basename(realPath)}” already exists there.`)
}
