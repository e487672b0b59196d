import { lstat, opendir, realpath } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { systemCode } from '../../shared/errors'
import { ancestors } from './pinnedFolder'

/**
 * Where a path leads. `existing` is its deepest existing part, `named` that part as the path names it; `realPath` adds
 * the missing names.
 */
type Resolution
  = | { readonly kind: 'resolved', readonly realPath: string, readonly existing: string, readonly named: string }
  /** A link in it is dangling or circular. */
    | { readonly kind: 'broken_link' }
    | { readonly kind: 'failed', readonly error: unknown }

/** A folder with more names is not looked through for one that is written in another way. */
const maxNames = 20_000

/**
 * Follows every link of a normalised absolute path, which need not exist yet. A name that only differs in its Unicode
 * normal form, as systems and agents write "é" in two ways, is the one that is there.
 */
export async function resolvePath(path: string): Promise<Resolution> {
  const whole = await follow(path)
  if (whole !== 'missing')
    return whole
  const named = await deepestExisting(path)
  const respelled = named === undefined || named === path ? undefined : await asOnDisk(named, path)
  if (respelled !== undefined)
    return resolvePath(respelled)
  // Creating "through" a dangling link would create its target, wherever that is.
  if (named === undefined || named === path)
    return { kind: 'broken_link' }
  const there = await follow(named)
  if (there === 'missing')
    return { kind: 'broken_link' }
  return there.kind === 'resolved' ? { ...there, realPath: join(there.realPath, relative(named, path)) } : there
}

/** The path with the first missing name as the folder has it, if it has exactly one of the same normal form. */
async function asOnDisk(folder: string, path: string): Promise<string | undefined> {
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
    return undefined // what cannot be looked through has no such name
  }
  return alike.length === 1 && alike[0] !== name ? join(folder, alike[0]!, ...rest) : undefined
}

async function follow(path: string): Promise<Resolution | 'missing'> {
  try {
    const real = await realpath(path)
    return { kind: 'resolved', realPath: real, existing: real, named: path }
  }
  catch (error) {
    const code = systemCode(error)
    if (code === 'ELOOP')
      return { kind: 'broken_link' }
    return code === 'ENOENT' || code === 'ENOTDIR' ? 'missing' : { kind: 'failed', error }
  }
}

/**
 * What lies below a missing name is missing, too, so that not each of the hundreds of names that an agent may send has
 * to be looked at.
 */
async function deepestExisting(path: string): Promise<string | undefined> {
  const above = [...ancestors(path)]
  let [missing, there] = [-1, above.length]
  while (there - missing > 1) {
    const middle = (missing + there) >> 1
    if (await mayExist(above[middle]!))
      there = middle
    else
      missing = middle
  }
  return above[there]
}

/**
 * Whether something may be at a path, even a dangling link. What cannot be looked at counts as there: the guard fails
 * closed.
 */
export async function mayExist(path: string): Promise<boolean> {
  try {
    await lstat(path)
    return true
  }
  catch (error) {
    const code = systemCode(error)
    return code !== 'ENOENT' && code !== 'ENOTDIR'
  }
}
