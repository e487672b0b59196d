import { realpathSync } from 'node:fs'
import { isAbsolute, join, relative, sep } from 'node:path'
import { getSystemCode } from '../../../shared/errors'

/** Converts an absolute path to a ledger path with `/`: `undefined` outside the folder, empty for the folder itself. */
export function toLedgerPath(root: string, absolute: string): string | undefined {
  const path = relative(root, absolute)
  // Paths on different drives have no relative path.
  return path === '..' || path.startsWith(`..${sep}`) || isAbsolute(path) ? undefined : path.replaceAll(sep, '/')
}

/** Converts a ledger path to an absolute one; `undefined` if it leads out of the folder. */
export function toAbsolutePath(root: string, path: string): string | undefined {
  const absolute = join(root, path)
  return toLedgerPath(root, absolute) === path && path !== '' ? absolute : undefined
}

/** The parent folder of a ledger path; empty for the recorded folder itself. */
export function getParentPath(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf('/'), 0))
}

/** The last segment of a ledger path. */
export function getBaseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** Whether the path contains no links. True for a missing folder. */
export function isReal(folder: string): boolean {
  try {
    return realpathSync.native(folder) === folder
  }
  catch (error) {
    return getSystemCode(error) === 'ENOENT'
  }
}
