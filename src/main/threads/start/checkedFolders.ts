import type { Stats } from 'node:fs'
import { realpath, stat } from 'node:fs/promises'
import { HostError, type HostErrorCode } from '../../../shared/errors'
import { isWithin } from '../../../shared/paths'
import { ownDataFault, typedPath, typedPathFault } from './typedPath'

/** What folders are checked against. */
export interface FolderChecks {
  /** Parley's own data: no thread works in it. */
  readonly dataFolder: string
  readonly environment: Readonly<Record<string, string | undefined>>
}

interface Folder {
  readonly path: string
  readonly status: Stats
}

/**
 * The folders of a new thread, with every link followed. Some agents accept a folder that does not exist and fail later, so each is
 * checked first. Throws `folder_not_found` for the first, `additional_folder` for another.
 */
export async function checkedFolders(
  { folder, additionalFolders }: { folder: string, additionalFolders: readonly string[] },
  checks: FolderChecks,
): Promise<{ folder: string, additionalFolders: string[] }> {
  const first = await checkedFolder(folder, 'folder_not_found', checks)
  const folders = [first]
  for (const typed of additionalFolders) {
    const next = await checkedFolder(typed, 'additional_folder', checks)
    for (const known of folders)
      refuseOverlap(known, next)
    folders.push(next)
  }
  return { folder: first.path, additionalFolders: folders.slice(1).map(({ path }) => path) }
}

async function checkedFolder(typed: string, code: HostErrorCode, { dataFolder, environment }: FolderChecks): Promise<Folder> {
  const folder = typedPath(typed, environment)
  const fault = typedPathFault(folder)
  if (fault !== undefined)
    throw new HostError(code, fault)
  const status = await stat(folder).catch(() => undefined)
  if (!status)
    throw new HostError(code, `The folder "${folder}" does not exist. Create it, or choose another.`)
  if (!status.isDirectory())
    throw new HostError(code, `"${folder}" is a file. Choose a folder.`)
  const path = await realpath(folder)
  if (isWithin(path, await realpath(dataFolder), process.platform))
    throw new HostError(code, ownDataFault)
  return { path, status }
}

/** With one folder inside another, it would be unclear which of them a file belongs to. */
function refuseOverlap(known: Folder, next: Folder): void {
  const isSame = known.path === next.path || (known.status.dev === next.status.dev && known.status.ino === next.status.ino)
  if (isSame)
    throw new HostError('additional_folder', `"${next.path}" is chosen twice. Remove it once.`)
  if (isWithin(next.path, known.path, process.platform))
    throw new HostError('additional_folder', `"${next.path}" lies in "${known.path}", which the agent may use already. Remove it.`)
  if (isWithin(known.path, next.path, process.platform)) {
    throw new HostError(
      'additional_folder',
      `"${next.path}" holds "${known.path}", which is chosen too. Choose folders that do not lie in one another.`,
    )
  }
}
