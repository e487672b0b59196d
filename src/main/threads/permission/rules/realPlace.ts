import { lstatSync, realpathSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { systemCode } from '../../../../shared/errors'
import { isWithin } from '../../../../shared/paths'

/**
 * Whether an absolute path, links resolved, is in one of `folders`, which are real paths. False if it cannot be
 * resolved.
 */
export function isReallyInside(path: string, folders: readonly string[]): boolean {
  const real = realPlace(path)
  return real !== undefined && folders.some(folder => isWithin(real, folder, process.platform))
}

/** Resolves links in a path and keeps missing names at its end. `undefined` for a dangling link. */
export function realPlace(path: string): string | undefined {
  try {
    return realpathSync(path)
  }
  catch (error) {
    // A dangling link cannot be resolved by its parent.
    if (systemCode(error) !== 'ENOENT' || dirname(path) === path || isLink(path))
      return undefined
    const parent = realPlace(dirname(path))
    return parent === undefined ? undefined : join(parent, basename(path))
  }
}

/** Whether something exists. Inaccessible paths count, as they may be links. */
function isLink(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined
  }
  catch {
    return true // fails closed
  }
}
