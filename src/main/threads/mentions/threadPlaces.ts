import type { Workspace } from '../../workspace/workspace'
import { isAbsolute, relative, resolve, sep } from 'node:path'
import { isWithin } from '../../../shared/paths'

/** The folders whose files can be mentioned in a thread. */
export interface ThreadPlaces {
  readonly workspace: Workspace
  /** Real paths, the thread's own first. */
  readonly folders: readonly string[]
}

/** Formats a path for a message: relative to the thread's folder, with slashes. */
export function toWrittenPath(path: string, { folders: [first = '/'] }: ThreadPlaces): string {
  if (!isWithin(path, first, process.platform))
    return path
  const below = relative(first, path).replaceAll(sep, '/')
  return path.endsWith(sep) ? `${below}/` : below
}

/** Resolves a path from a message. */
export function resolveWrittenPath(written: string, { folders: [first = '/'] }: ThreadPlaces): string {
  return isAbsolute(written) ? written : resolve(first, written)
}
