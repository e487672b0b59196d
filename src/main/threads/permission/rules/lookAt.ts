import { lstatSync, statSync } from 'node:fs'
import { systemCode } from '../../../../shared/errors'

/** What is at a path. `unknown`: it cannot be looked at, so whoever judges by it asks. */
export type Look
  = | { readonly kind: 'none' | 'folder' | 'unknown' }
    /** When the file, or a link on the way to it, was last changed by anybody: unlike its date, this cannot be set. */
    | { readonly kind: 'file', readonly changedAt: number }

/** No file system holds a longer name, in bytes. */
const longestName = 255

/** Looks at a path, and never throws. */
export function lookAt(path: string): Look {
  if (path.split('/').some(name => Buffer.byteLength(name) > longestName))
    return { kind: 'none' }
  try {
    const link = lstatSync(path)
    const there = link.isSymbolicLink() ? statSync(path) : link
    if (there.isDirectory())
      return { kind: 'folder' }
    return there.isFile() ? { kind: 'file', changedAt: Math.max(there.ctimeMs, link.ctimeMs) } : { kind: 'unknown' }
  }
  catch (error) {
    return { kind: ['ENOENT', 'ENOTDIR'].includes(systemCode(error) ?? '') ? 'none' : 'unknown' }
  }
}
