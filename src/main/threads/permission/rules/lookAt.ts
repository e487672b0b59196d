import { statSync } from 'node:fs'
import { systemCode } from '../../../../shared/errors'

/** What is at a path, behind every link. `unknown`: it cannot be looked at, so whoever judges by it asks. */
type Look = 'none' | 'file' | 'folder' | 'unknown'

/** No file system holds a longer name, in bytes. */
const longestName = 255

/** Looks at a path, and never throws. */
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
