import { realpath, stat } from 'node:fs/promises'
import { dirname, normalize, sep } from 'node:path'

/** A folder as it was once. Device and inode tell it from another one put in its place later, and find it again under another name. */
export interface PinnedFolder {
  readonly path: string
  readonly realPath: string
  readonly device: bigint
  readonly inode: bigint
}

/** Pins what `path` leads to; `undefined` where that is no folder. */
export async function pinFolder(path: string): Promise<PinnedFolder | undefined> {
  const realPath = await realpath(path)
  const status = await stat(realPath, { bigint: true })
  return status.isDirectory() ? { path: withoutEndingSlash(normalize(path)), realPath, device: status.dev, inode: status.ino } : undefined
}

/** Whether `path` still leads to the folder that was pinned, whatever it is called by now. */
export async function isSameFolder(path: string, folder: PinnedFolder): Promise<boolean> {
  try {
    const status = await stat(path, { bigint: true })
    return status.dev === folder.device && status.ino === folder.inode
  }
  catch {
    return false // what cannot be looked at is not it
  }
}

/** Where `folder` is met on the way from `existing` to the top: volumes that ignore case, and bind mounts, give it more than one path. */
export async function foundAbove(existing: string, folders: readonly PinnedFolder[]): Promise<string | undefined> {
  for (const ancestor of ancestorsOf(existing)) {
    for (const folder of folders) {
      if (await isSameFolder(ancestor, folder))
        return ancestor
    }
  }
  return undefined
}

/** `path` itself, its folder, and so on up to the top. */
export function* ancestorsOf(path: string): Generator<string> {
  for (let ancestor = path; ; ancestor = dirname(ancestor)) {
    yield ancestor
    if (dirname(ancestor) === ancestor)
      return
  }
}

export function withoutEndingSlash(path: string): string {
  return path.length > 1 && path.endsWith(sep) && dirname(path) !== path ? path.slice(0, -1) : path
}
