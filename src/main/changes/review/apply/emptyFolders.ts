import type { Step } from '../../store/operationTable'
import { lstatSync, rmdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { HeldFolder } from '../../../workspace/files/heldFolder'
import { clockGrainMs } from '../../scan/fileStamp'

type Moved = Pick<Step, 'path' | 'expected' | 'target'>

/**
 * Removes the empty folders that removed files leave, unless they are the person's: those that were made `since`, and
 * those that were renamed, as far as the files that are written next (`coming`) show it.
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

/** From its own folder up, without the root. */
function* foldersAbove(path: string): Generator<string> {
  for (let folder = dirname(path); folder !== '.'; folder = dirname(folder))
    yield folder
}

/** A folder was renamed if files in it go back, under the same names, to a folder that is missing. */
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
      // Where the file system does not know when a folder was made, it says when something last changed in it: just
      // now.
      if (since === 0 || (birthtimeMs >= since - clockGrainMs && birthtimeMs !== ctimeMs))
        rmdirSync(path)
    }
    finally {
      parent.close()
    }
  }
  catch {
    // Not empty, gone, a link, or closed to this person: it stays.
  }
}
