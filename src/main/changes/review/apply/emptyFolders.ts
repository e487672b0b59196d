import type { Step } from '../../store/operationTable'
import { lstatSync, rmdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { HeldFolder } from '../../../workspace/files/heldFolder'
import { clockGrainMs } from '../../scan/fileStamp'

type Moved = Pick<Step, 'path' | 'expected' | 'target'>

/**
 * Removes folders that removed files leave empty: those created `since`, and renamed ones, as far as the files to be
 * written next (`coming`) show that.
 */
export function removeEmptyFolders(root: string, { taken, coming, since }: {
  taken: readonly Moved[]
  coming: readonly Moved[]
  since: number
}): void {
  const moved = movedFolders(root, taken, coming)
  const folders = new Set(taken.flatMap(({ path }) => [...foldersAbove(path)]))
  const deepestFirst = [...folders].sort((left, right) => right.split('/').length - left.split('/').length)
  for (const folder of deepestFirst)
    removeIfEmpty(join(root, folder), moved.has(folder) ? 0 : since)
}

/** From its parent up, without the root. */
function* foldersAbove(path: string): Generator<string> {
  for (let folder = dirname(path); folder !== '.'; folder = dirname(folder))
    yield folder
}

/** A folder was renamed if its files return, under the same names, to a missing folder. */
function movedFolders(root: string, taken: readonly Moved[], coming: readonly Moved[]): Set<string> {
  const places = new Map(coming.map(({ path, target }) => [`${basename(path)}/${target}`, path]))
  const moved = new Set<string>()
  for (const { path, expected } of taken) {
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
      // File systems without creation times report the last change instead, which was just now.
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
