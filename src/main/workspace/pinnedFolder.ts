import { realpath, stat } from 'node:fs/promises'
import { dirname, normalize, sep } from 'node:path'

/** A folder's identity. Device and inode distinguish it from a replacement, and identify it under another path. */
export interface PinnedFolder {
  readonly path: string
  readonly realPath: string
  readonly device: bigint
  readonly inode: bigint
}

/** Pins the folder at `path`; `undefined` if it is not a folder. */
export async function pinFolder(path: string): Promise<PinnedFolder | undefined> {
  const realPath = await realpath(path)
  const status = await stat(realPath, { bigint: true })
  return status.isDirectory()
    ? { path: stripTrailingSlash(normalize(path)), realPath, device: status.dev, inode: status.ino }
    : undefined
}

/** Whether `path` resolves to the pinned folder, which may have been renamed. */
export async function isSameFolder(path: string, folder: PinnedFolder): Promise<boolean> {
  try {
    const status = await stat(path, { bigint: true })
    return status.dev === folder.device && status.ino === folder.inode
  }
  catch {
    return false // an unreadable path does not count
  }
}

/** The ancestor of `existing` that is one of `folders`. A folder may have several paths: ignored case, bind mounts. */
export async function findAmongAncestors(
  existing: string,
  folders: readonly PinnedFolder[],
): Promise<string | undefined> {
  for (const ancestor of walkAncestors(existing)) {
    for (const folder of folders) {
      if (await isSameFolder(ancestor, folder))
        return ancestor
    }
  }
  return undefined
}

/** Yields `path` and its ancestors up to the root. */
export function* walkAncestors(path: string): Generator<string> {
  for (let ancestor = path; ; ancestor = dirname(ancestor)) {
    yield ancestor
    if (dirname(ancestor) === ancestor)
      return
  }
}

/** Strips a trailing slash, except from the root. */
export function stripTrailingSlash(path: string): string {
  return path.length > 1 && path.endsWith(sep) && dirname(path) !== path ? path.slice(0, -1) : path
}
