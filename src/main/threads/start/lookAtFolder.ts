import type { FolderLook } from '../../../shared/contract/methods/fileMethods'
import { realpath, stat } from 'node:fs/promises'
import { parse } from 'node:path'
import { HostError } from '../../../shared/errors'
import { checkedFolders, type FolderChecks } from './checkedFolders'
import { foundFolders } from './foundFolders'
import { homeOf, typedPath, typedPathFault } from './typedPath'

/** Where a typed path leads, and what it may be completed to. */
export async function lookAtFolder(typed: string, checks: FolderChecks): Promise<FolderLook> {
  const path = typedPath(typed, checks.environment)
  const fault = path === '' ? 'Choose a folder.' : typedPathFault(path)
  if (fault !== undefined)
    return { path, state: 'unusable', note: fault, folders: [] }
  const folders = await foundFolders(path)
  const status = await stat(path).catch(() => undefined)
  if (!status)
    return { path, state: 'missing', folders }
  try {
    const { folder } = await checkedFolders({ folder: path, additionalFolders: [] }, checks)
    return { path, state: 'folder', note: await wideNote(folder, checks), folders }
  }
  catch (error) {
    if (!(error instanceof HostError))
      throw error
    return { path, state: 'unusable', note: error.message, folders }
  }
}

/** A folder with more in it than one project: nobody should choose it without a thought. */
async function wideNote(folder: string, { environment }: FolderChecks): Promise<string | undefined> {
  if (folder === parse(folder).root)
    return 'This is the whole disk: the agent may read and change everything on it. A project’s own folder is safer.'
  const home = homeOf(environment)
  const isHome = home !== undefined && await realpath(home).catch(() => home) === folder
  return isHome
    ? 'This is all of your home folder: the agent may read and change everything in it. A project’s own folder is safer.'
    : undefined
}
