import { lstatSync, realpathSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { systemCode } from '../../../../shared/errors'
import { isWithin } from '../../../../shared/paths'

/**
 * Whether a whole path, once every link in it is followed, lies in one of `folders`, which are real ones. What cannot
 * be followed does not.
 */
export function isReallyInside(path: string, folders: readonly string[]): boolean {
  const real = realPlace(path)
  return real !== undefined && folders.some(folder => isWithin(real, folder, process.platform))
}

/**
 * A path with its links followed; names at its end that are not there stay as they are. `undefined` where a link leads
 * nowhere.
 */
export function realPlace(path: string): string | undefined {
  try {
    return realpathSync(path)
  }
  catch (error) {
    // A link that leads nowhere cannot be followed: its parent does not say where it would lead.
    if (systemCode(error) !== 'ENOENT' || dirname(path) === path || isLink(path))
      return undefined
    const parent = realPlace(dirname(path))
    return parent === undefined ? undefined : join(parent, basename(path))
  }
}

/** Whether something is there, as far as can be seen: what cannot be looked at may be a link to anywhere. */
function isLink(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined
  }
  catch {
    return true // fails closed
  }
}
