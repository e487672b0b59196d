import type { FolderChecks } from './checkedFolders'
import { mkdir, realpath } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { HostError, messageOf } from '../../../shared/errors'
import { isWithin } from '../../../shared/paths'
import { ownDataFault, typedPath, typedPathFault } from './typedPath'

/** Makes the folder that is typed, and those above it. Throws `folder_not_found` where that cannot be. */
export async function createFolder(typed: string, { dataFolder, environment }: FolderChecks): Promise<{ path: string }> {
  const path = typedPath(typed, environment)
  const fault = typedPathFault(path)
  if (fault !== undefined)
    throw new HostError('folder_not_found', fault)
  if (isWithin(await nearestThere(resolve(path)), await realpath(dataFolder), process.platform))
    throw new HostError('folder_not_found', ownDataFault)
  try {
    await mkdir(path, { recursive: true, mode: 0o755 })
  }
  catch (error) {
    throw new HostError('folder_not_found', `"${path}" could not be created: ${messageOf(error)}. Choose another.`, { cause: error })
  }
  return { path }
}

/** The lowest folder on the way to `path` that is there, with its links followed. */
async function nearestThere(path: string): Promise<string> {
  return realpath(path).catch(() => dirname(path) === path ? path : nearestThere(dirname(path)))
}
