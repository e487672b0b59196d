import { realpath, stat } from 'node:fs/promises'
import { dirname, normalize, sep } from 'node:path'

/** A folder at one moment. Device and inode tell it from a later replacement, and find it again under another name. */
export interface PinnedFolder {
  readonly path: string
  readonly realPath: string
  readonly device: bigint
  readonly inode: bigint
}

/** Pins what `path` leads to; `undefined` if that is not a folder. */
export async function pinFolder(path: string): Promise<PinnedFolder | undefined> {
  const realPath = await realpath(path)
  const status = await stat(realPath, { bigint: true })
  return status.isDirectory() ? { path: withoutEndingSlash(normalize(path)), realPath, device: status.dev, inode: status.ino } : undefined
}

/** Whether `path` leads to the pinned folder, even under a new name. */
export async function isSameFolder(path: string, folder: PinnedFolder): Promise<boolean> {
  try {
    const status = await stat(path, { bigint: true })
    return status.dev === folder.device && status.ino === folder.inode
  }
  catch {
    return false // an unreadable path does not count
  }
}

/**
 * The ancestor of `existing` that is one of the folders: volumes that ignore case and bind mounts give a folder several
 * paths.
 */
export async function foundAbove(existing: string, folders: readonly PinnedFolder[]): Promise<string | undefined> {
  for (const ancestor of ancestors(existing)) {
    for (const folder of folders) {
      if (await isSameFolder(ancestor, folder))
        return ancestor
    }
  }
  return undefined
}

/** `path` itself, its folder, and so on up to the top. */
export function* ancestors(path: string): Generator<string> {
  for (let ancestor = path; ; ancestor = dirname(ancestor)) {
    yield ancestor
    if (dirname(ancestor) === ancestor)
      return
  }
}

/** A folder's path without a slash at its end, except the root's. */
export function withoutEndingSlash(path: string): string {
  return path.length > 1 && path.endsWith(sep) && dirname(path) !== path ? path.slice(0, -1) : path
}
