import type { Workspace } from '../../workspace/workspace'
import { isAbsolute, relative, resolve, sep } from 'node:path'
import { isWithin } from '../../../shared/paths'

/** Where the files are that can be mentioned in a thread. */
export interface ThreadPlaces {
  readonly workspace: Workspace
  /** Real paths, the thread's own first. */
  readonly folders: readonly string[]
}

/** How a path is written in a message: from the thread's folder on, with slashes. */
export function writtenPath(path: string, { folders: [first = '/'] }: ThreadPlaces): string {
  if (!isWithin(path, first, process.platform))
    return path
  const below = relative(first, path).replaceAll(sep, '/')
  return path.endsWith(sep) ? `${below}/` : below
}

/** The path that is meant. */
export function meantPath(written: string, { folders: [first = '/'] }: ThreadPlaces): string {
  return isAbsolute(written) ? written : resolve(first, written)
}
