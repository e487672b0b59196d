import { lstat, opendir, realpath } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { getSystemCode } from '../../shared/errors'
import { walkAncestors } from './pinnedFolder'

/**
 * A resolved path. `existing` is the real path of its deepest existing part, `named` that part before resolving.
 * `realPath` appends the missing names to `existing`.
 */
type Resolution
  = | { readonly kind: 'resolved', readonly realPath: string, readonly existing: string, readonly named: string }
  /** The path contains a dangling or circular link. */
    | { readonly kind: 'broken_link' }
    | { readonly kind: 'failed', readonly error: unknown }

/** Larger folders are not searched for another Unicode form of a name. */
const maxNames = 20_000

/**
 * Follows every link in a normalised absolute path, which need not exist. If a missing name exists only in another
 * Unicode form, uses that form, because systems and agents encode "é" in two ways.
 */
export async function resolvePath(path: string): Promise<Resolution> {
  const whole = await follow(path)
  if (whole !== 'missing')
    return whole
  const named = await findDeepestExisting(path)
  const otherForm = named === undefined || named === path ? undefined : await findOtherForm(named, path)
  if (otherForm !== undefined)
    return resolvePath(otherForm)
  // Creating a file through a dangling link would create the link's target, wherever that is.
  if (named === undefined || named === path)
    return { kind: 'broken_link' }
  const there = await follow(named)
  if (there === 'missing')
    return { kind: 'broken_link' }
  return there.kind === 'resolved' ? { ...there, realPath: join(there.realPath, relative(named, path)) } : there
}

/** Replaces the first missing name with the folder's only entry of the same normal form, if any. */
async function findOtherForm(folder: string, path: string): Promise<string | undefined> {
  const [name, ...rest] = relative(folder, path).split(sep)
  const composed = name?.normalize('NFC')
  if (name === undefined || !/[^\0-\x7F]/.test(name))
    return undefined
  const alike: string[] = []
  let count = 0
  try {
    for await (const entry of await opendir(folder)) {
      if (++count > maxNames)
        return undefined
      if (entry.name.normalize('NFC') === composed)
        alike.push(entry.name)
    }
  }
  catch {
    return undefined // an unreadable folder has no match
  }
  return alike.length === 1 && alike[0] !== name ? join(folder, alike[0]!, ...rest) : undefined
}

async function follow(path: string): Promise<Resolution | 'missing'> {
  try {
    const real = await realpath(path)
    return { kind: 'resolved', realPath: real, existing: real, named: path }
  }
  catch (error) {
    const code = getSystemCode(error)
    if (code === 'ELOOP')
      return { kind: 'broken_link' }
    return code === 'ENOENT' || code === 'ENOTDIR' ? 'missing' : { kind: 'failed', error }
  }
}

/** Finds the deepest existing ancestor by bisection, because an agent's path may have hundreds of segments. */
async function findDeepestExisting(path: string): Promise<string | undefined> {
  const above = [...walkAncestors(path)]
  let [missing, existing] = [-1, above.length]
  while (existing - missing > 1) {
    const middle = (missing + existing) >> 1
    if (await mayExist(above[middle]!))
      existing = middle
    else
      missing = middle
  }
  return above[existing]
}

/** Whether a path may exist, even as a dangling link. Fails closed: an unreadable path counts as existing. */
export async function mayExist(path: string): Promise<boolean> {
  try {
    await lstat(path)
    return true
  }
  catch (error) {
    const code = getSystemCode(error)
    return code !== 'ENOENT' && code !== 'ENOTDIR'
  }
}
