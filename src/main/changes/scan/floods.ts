import type { FileTable } from '../store/fileTable'
import type { ScanLimits } from './scanLimits'
import type { Candidate, Walk } from './walk'
import { absentKey } from '../fileState'
import { toSeenFile } from './fileStamp'
import { type KnownFolder, walkFiles } from './knownFolder'

/** Stops recording new files, in this scan and later ones, in folders that got too many. Returns their counts. */
export function closeFlooded(
  { candidates, newCount, context }: Walk,
  { isFirst, limits, files }: { isFirst: boolean, limits: ScanLimits, files: FileTable },
): ReadonlyMap<KnownFolder, number> {
  if (newCount === 0)
    return new Map()
  const known = isFirst ? 0 : [...walkFiles(context.root)].length - newCount
  const floods = selectFloods(candidates, isFirst ? limits.files : Math.max(Math.min(limits.newFiles, limits.files - known), 0))
  for (const [folder, count] of floods) {
    stopRecording(folder, count)
    files.set(`${folder.path}/`, { ...toSeenFile(absentKey, undefined, 0), size: count })
  }
  return floods
}

/** Selects the folders with the most new files until the rest is within the limit. A new folder counts as a whole. */
function selectFloods(candidates: readonly Candidate[], limit: number): Map<KnownFolder, number> {
  const counts = new Map<KnownFolder, number>()
  let count = 0
  for (const { file, folder, topNewFolder } of candidates) {
    if (file.seen !== undefined)
      continue
    const place = topNewFolder ?? folder
    counts.set(place, (counts.get(place) ?? 0) + 1)
    count++
  }
  const floods = new Map<KnownFolder, number>()
  for (const [folder, ofIt] of [...counts].sort(([, one], [, other]) => other - one)) {
    if (count <= limit)
      break
    floods.set(folder, ofIt)
    count -= ofIt
  }
  return floods
}

/** Stops recording new files in a folder. Keeps known files. */
function stopRecording(folder: KnownFolder, count: number): void {
  folder.flood = count
  folder.acceptsNew = false
  for (const [name, file] of folder.files) {
    if (file.seen === undefined)
      folder.files.delete(name)
  }
  for (const [name, below] of folder.folders) {
    if (isAllNew(below))
      folder.folders.delete(name)
  }
}

/** The flooded folders among this one and its descendants. */
export function listFloods(folder: KnownFolder): { path: string, count: number }[] {
  const floods: { path: string, count: number }[] = []
  const collect = ({ path, flood, folders }: KnownFolder): void => {
    if (flood !== undefined)
      floods.push({ path, count: flood })
    folders.forEach(collect)
  }
  collect(folder)
  return floods
}

function isAllNew(folder: KnownFolder): boolean {
  return [...folder.files.values()].every(({ seen }) => seen === undefined) && [...folder.folders.values()].every(isAllNew)
}
