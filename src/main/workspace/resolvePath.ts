import { realpath } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { systemCode } from '../../shared/errors'
import { mayExist } from './mayExist'

/** Where a path leads. `existing` is its deepest existing part; `realPath` adds the missing names. */
export type Resolution
  = | { readonly kind: 'resolved', readonly realPath: string, readonly existing: string }
  /** A link in it is dangling or circular. */
    | { readonly kind: 'broken_link' }
    | { readonly kind: 'failed', readonly error: unknown }

/** Follows every link of a normalised absolute path, which need not exist yet. */
export async function resolvePath(path: string): Promise<Resolution> {
  const missing: string[] = []
  let existing = path
  for (;;) {
    try {
      const real = await realpath(existing)
      return { kind: 'resolved', realPath: join(real, ...missing), existing: real }
    }
    catch (error) {
      const code = systemCode(error)
      if (code === 'ELOOP')
        return { kind: 'broken_link' }
      if (code !== 'ENOENT' && code !== 'ENOTDIR')
        return { kind: 'failed', error }
    }
    // Creating "through" a dangling link would create its target, wherever that is.
    if (await mayExist(existing))
      return { kind: 'broken_link' }
    if (dirname(existing) === existing)
      return { kind: 'broken_link' }
    missing.unshift(basename(existing))
    existing = dirname(existing)
  }
}
