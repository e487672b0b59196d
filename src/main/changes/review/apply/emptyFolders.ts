import type { Step } from '../../store/operationTable'
import { lstatSync, rmdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { HeldFolder } from '../../../workspace/files/heldFolder'
import { clockGrainMs } from '../../scan/fileStamp'

type Moved = Pick<Step, 'path' | 'expected' | 'target'>

/** Removes folders that became empty: those created `since`, and `renamed` ones. */
export function removeEmptyFolders(root: string, { removed, renamed, since }: {
  removed: readonly Pick<Moved, 'path'>[]
  renamed: ReadonlySet<string>
  since: number
}): void {
  const folders = new Set(removed.flatMap(({ path }) => [...listParentFolders(path)]))
  const deepestFirst = [...folders].sort((left, right) => right.split('/').length - left.split('/').length)
  for (const folder of deepestFirst)
    removeIfEmpty(join(root, folder), renamed.has(folder) ? 0 : since)
}

/** Yields parent folders from the bottom up, without the root. */
export function* listParentFolders(path: string): Generator<string> {
  for (let folder = dirname(path); folder !== '.'; folder = dirname(folder))
    yield folder
}

/** A folder counts as renamed if its files reappear, with the same names, in a missing folder. */
export function findRenamedFolders(root: string, removed: readonly Moved[], upcoming: readonly Moved[]): ReadonlySet<string> {
  const places = new Map(upcoming.map(({ path, target }) => [`${basename(path)}/${target}`, path]))
  const moved = new Set<string>()
  for (const { path, expected } of removed) {
    let [from, to] = [dirname(path), dirname(places.get(`${basename(path)}/${expected}`) ?? '.')]
    while (from !== '.' && to !== '.' && !moved.has(from) && lstatSync(join(root, to), { throwIfNoEntry: false }) === undefined) {
      moved.add(from)
      if (basename(from) !== basename(to))
        break
      [from, to] = [dirname(from), dirname(to)]
    }
  }
  return moved
}

function removeIfEmpty(realPath: string, since: number): void {
  try {
    const parent = HeldFolder.open(dirname(realPath))
    try {
      const path = parent.at(basename(realPath))
      const { birthtimeMs, ctimeMs } = lstatSync(path)
      // File systems without creation times report the last change instead, which has just happened.
      if (since === 0 || (birthtimeMs >= since - clockGrainMs && birthtimeMs !== ctimeMs))
        rmdirSync(path)
    }
    finally {
      parent.close()
    }
  }
  catch {
    // Not empty, missing, a link, or inaccessible: leave it.
  }
}
