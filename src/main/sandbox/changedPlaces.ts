import type { ProtectedPlaces } from './sandboxPolicy'
import { lstat } from 'node:fs/promises'
import { dirname } from 'node:path'

/** What runs code later, each with what tells whether it is still the same. */
export type Stamps = ReadonlyMap<string, string>

/** The stamps of everything that is protected. A file's change time cannot be set by whoever changes it. */
export async function stampsOf({ fixed, pinned, watched }: ProtectedPlaces): Promise<Stamps> {
  const paths = [...new Set([...fixed, ...pinned, ...watched])]
  return new Map(await Promise.all(paths.map(async path => [path, await stampOf(path)] as const)))
}

/**
 * What was made or changed between two looks, the outermost places only. What is gone cannot run, and what Parley itself put there (such
 * as the empty folder that stands for missing hooks) is not meant.
 */
export function changedPlaces(before: Stamps, after: Stamps, { empty, missing }: ProtectedPlaces): string[] {
  const own = new Set([...empty, ...missing.map(({ path }) => path)])
  const isChanged = (path: string, stamp: string): boolean => stamp !== 'none' && before.get(path) !== stamp && !own.has(path)
  const changed = new Set([...after].flatMap(([path, stamp]) => isChanged(path, stamp) ? [path] : []))
  return [...changed].filter(path => !hasAncestorIn(path, changed))
}

function hasAncestorIn(path: string, paths: ReadonlySet<string>): boolean {
  for (let above = dirname(path); above !== dirname(above); above = dirname(above)) {
    if (paths.has(above))
      return true
  }
  return false
}

async function stampOf(path: string): Promise<string> {
  try {
    const { dev, ino, size, ctimeMs, isDirectory } = await lstat(path).then(found => ({ ...found, isDirectory: found.isDirectory() }))
    return isDirectory ? `${dev} ${ino}` : `${dev} ${ino} ${size} ${ctimeMs}`
  }
  catch {
    return 'none'
  }
}
