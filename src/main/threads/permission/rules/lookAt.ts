import { statSync } from 'node:fs'
import { systemCode } from '../../../../shared/errors'

/** What is at a path, links resolved. `unknown`: inaccessible, so callers must ask. */
type Look = 'none' | 'file' | 'folder' | 'unknown'

/** Longest name of any file system in bytes. */
const longestName = 255

/** Checks a path. Never throws. */
export function lookAt(path: string): Look {
  if (path.split('/').some(name => Buffer.byteLength(name) > longestName))
    return 'none'
  try {
    const there = statSync(path)
    return there.isDirectory() ? 'folder' : there.isFile() ? 'file' : 'unknown'
  }
  catch (error) {
    return ['ENOENT', 'ENOTDIR'].includes(systemCode(error) ?? '') ? 'none' : 'unknown'
  }
}
