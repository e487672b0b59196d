import { stat } from 'node:fs/promises'
import { normalize, resolve } from 'node:path'
import { HostError } from '../../../shared/errors'
import { isWithin } from '../../../shared/paths'
import { FileError, toFileError } from '../../workspace/fileErrors'
import { openRegularFile } from '../../workspace/files/openFile'
import { resolveWrittenPath, type ThreadPlaces } from './threadPlaces'

/** Paths resolved concurrently. libuv has four threads for this. */
const maxConcurrent = 8

/** Resolves each path to its real path if it is a regular file in the thread's folders, otherwise to `null`. */
export async function resolveFiles(paths: readonly string[], places: ThreadPlaces): Promise<(string | null)[]> {
  const found: (string | null)[] = []
  for (let start = 0; start < paths.length; start += maxConcurrent)
    found.push(...await Promise.all(paths.slice(start, start + maxConcurrent).map(path => resolveFile(path, places))))
  return found
}

/** Resolves the path of a regular file in the thread's folders. Throws `not_found`. */
export async function resolveFileToOpen(path: string, places: ThreadPlaces): Promise<string> {
  const realPath = await locateInside(path, places)
  if (realPath === undefined)
    throw createNotFoundError(path)
  try {
    const { handle } = await openRegularFile(realPath, realPath)
    await handle.close()
    return realPath
  }
  catch (error) {
    throw createNotFoundError(path, error instanceof FileError ? error : toFileError(error, path))
  }
}

async function resolveFile(path: string, places: ThreadPlaces): Promise<string | null> {
  const realPath = await locateInside(path, places)
  if (realPath === undefined)
    return null
  const status = await stat(realPath).catch(() => undefined) // missing or not allowed
  return status?.isFile() ? realPath : null
}

async function locateInside(path: string, places: ThreadPlaces): Promise<string | undefined> {
  if (!isLexicallyInside(path, places))
    return undefined
  const location = await places.workspace.locate(resolveWrittenPath(path, places))
  return location.kind === 'inside' ? location.realPath : undefined
}

/** Checked before disk access, because a stat of `//server/share` would send the person's name to that server. */
function isLexicallyInside(path: string, { folders, workspace }: ThreadPlaces): boolean {
  if (/^[/\\]{2}/.test(path) || path.includes('\0'))
    return false
  const meant = normalize(resolve(folders[0] ?? '/', path))
  return [...folders, ...workspace.roots].some(folder => isWithin(meant, folder, process.platform))
}

function createNotFoundError(path: string, cause?: unknown): HostError {
  return new HostError('not_found', `“${path}” is no longer a file in this thread's folders.`, { cause })
}
