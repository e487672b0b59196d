import { lstatSync, realpathSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { getSystemCode } from '../../../../shared/errors'
import { isWithin } from '../../../../shared/paths'

/**
 * Whether an absolute path, links resolved, is in one of `folders`, which are real paths. False if it can't be
 * resolved.
 */
export function isInsideResolved(path: string, folders: readonly string[]): boolean {
  const real = resolveLinks(path)
  return real !== undefined && folders.some(folder => isWithin(real, folder, process.platform))
}

/** Resolves links in a path and keeps missing names at its end. Returns `undefined` for a dangling link. */
export function resolveLinks(path: string): string | undefined {
  try {
    return realpathSync(path)
  }
  catch (error) {
    // Resolving only the parent of a dangling link would ignore the link.
    if (getSystemCode(error) !== 'ENOENT' || dirname(path) === path || mayExist(path))
      return undefined
    const parent = resolveLinks(dirname(path))
    return parent === undefined ? undefined : join(parent, basename(path))
  }
}

/** Whether something exists at this path. Inaccessible paths count, because they may be links. */
function mayExist(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined
  }
  catch {
    return true // fails closed
  }
}
