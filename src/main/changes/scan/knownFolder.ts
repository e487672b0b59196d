import type { Stats } from 'node:fs'
import type { IgnoreRules } from '../../workspace/listing/ignoreRules'
import type { SeenFile } from '../store/fileTable'
import { join, sep } from 'node:path'
import { clockGrainMs } from './fileStamp'
import { baseName, parentPath } from './paths'

/** A file whose changes are recorded. */
export interface KnownFile {
  /** As the ledger names it. */
  readonly path: string
  readonly absolute: string
  /** As it was at the last scan; absent for one that was just found. */
  seen?: SeenFile
  /** The rules left it, or a folder around it, out until the scan that has yet to record it. */
  wasHidden?: boolean | undefined
}

/** A folder in which changes are recorded. */
export interface KnownFolder {
  /** As the ledger names it; empty for the recorded folder itself. */
  readonly path: string
  readonly absolute: string
  readonly files: Map<string, KnownFile>
  readonly folders: Map<string, KnownFolder>
  /** Whether new files in it are recorded: not where it is ignored, or was flooded. */
  acceptsNew: boolean
  /** How many new files came at once, so that none of them was recorded; absent where that never happened. */
  flood?: number
  /** How many names in it are not UTF-8. */
  unnamed?: number
  /** When it was last listed, and its stats at that time. */
  listed?: { readonly mtime: number, readonly ctime: number, readonly inode: number, readonly looked: number }
  /** What its own ignore files and those above say of what lies in it. */
  rules: IgnoreRules | undefined
  /** When this differs, the rules have to be read again. */
  rulesStamp?: string
  /** Its names that decide about rules. */
  ruleNames: readonly string[]
}

/** Creates the record of a folder that has not been scanned. */
export function knownFolder(
  path: string,
  absolute: string,
  { acceptsNew }: Pick<KnownFolder, 'acceptsNew'>,
): KnownFolder {
  return { path, absolute, files: new Map(), folders: new Map(), acceptsNew, rules: undefined, ruleNames: [] }
}

/** Whether names may have come or gone since the folder was listed. */
export function mayDiffer({ listed }: KnownFolder, { mtimeMs, ctimeMs }: Stats): boolean {
  return listed === undefined || listed.mtime !== mtimeMs || listed.ctime !== ctimeMs || listed.looked - ctimeMs <= clockGrainMs
}

/** The folder with that path, and those on the way; they are added where they were not known. */
export function folderAt(root: KnownFolder, path: string): KnownFolder {
  let folder = root
  for (const name of path === '' ? [] : path.split('/')) {
    let below = folder.folders.get(name)
    if (below === undefined) {
      below = addFolder(folder, name, { acceptsNew: false })
    }
    folder = below
  }
  return folder
}

/** The folder with that path; `undefined` where it is not known. */
export function knownAt(root: KnownFolder, path: string): KnownFolder | undefined {
  let folder: KnownFolder | undefined = root
  for (const name of path === '' ? [] : path.split('/'))
    folder = folder?.folders.get(name)
  return folder
}

/** The file with that path; added where it was not known. */
export function fileAt(root: KnownFolder, path: string): KnownFile {
  return addFile(folderAt(root, parentPath(path)), baseName(path))
}

/** The file of that name in the folder; added where it was not known. */
export function addFile(folder: KnownFolder, name: string): KnownFile {
  const known = folder.files.get(name)
  if (known !== undefined)
    return known
  const file = placeIn(folder, name)
  folder.files.set(name, file)
  return file
}

/** Adds a folder that was not known. */
export function addFolder(
  folder: KnownFolder,
  name: string,
  { acceptsNew }: Pick<KnownFolder, 'acceptsNew'>,
): KnownFolder {
  const { path, absolute } = placeIn(folder, name)
  const added = knownFolder(path, absolute, { acceptsNew })
  folder.folders.set(name, added)
  return added
}

/** Every file in it and below. */
export function* filesIn(folder: KnownFolder): Generator<KnownFile> {
  yield* folder.files.values()
  for (const below of folder.folders.values())
    yield* filesIn(below)
}

/** How many names in it and below are no UTF-8. */
export function unnamedIn({ unnamed = 0, folders }: KnownFolder): number {
  let count = unnamed
  folders.forEach(below => count += unnamedIn(below))
  return count
}

/** The same as `filesIn` without a generator, which takes ten times as long. */
export function eachFileIn(folder: KnownFolder, visit: (file: KnownFile) => void): void {
  folder.files.forEach(visit)
  folder.folders.forEach(below => eachFileIn(below, visit))
}

function placeIn({ path, absolute }: KnownFolder, name: string): Pick<KnownFile, 'path' | 'absolute'> {
  const place = absolute.endsWith(sep) ? join(absolute, name) : `${absolute}${sep}${name}`
  // The engine keeps the end of a text without copying it: half the memory for names.
  const length = name.length + (path === '' ? 0 : path.length + 1)
  return { path: sep === '/' ? place.slice(-length) : pathIn(path, name), absolute: place }
}

/** What the ledger calls a name in a folder. */
export function pathIn(path: string, name: string): string {
  return path === '' ? name : `${path}/${name}`
}
