import type { WriteNote } from '../evidence'
import type { Contents } from '../store/contents'
import type { SeenFile } from '../store/fileTable'
import type { LedgerTables } from '../store/ledgerTables'
import type { Walk } from './walk'
import { Buffer } from 'node:buffer'
import { dirname, join } from 'node:path'
import { isIgnored } from '../../workspace/listing/ignoreRules'
import { absent, type FileState, parseState, toStateKey } from '../fileState'
import { isEditorLock } from './editorLock'
import { clockGrainMs, isUnread, matchesStamp, toSeenFile } from './fileStamp'
import { isFolderIgnored } from './folderRules'
import { addFile, addFolder, ensureFolder, type KnownFile, type KnownFolder } from './knownFolder'
import { getBaseName, getParentPath, isReal } from './paths'
import { readState, tryLstat } from './readState'

/** Reads the current state of an absolute path and stores its content. Doesn't reread unchanged files. */
export function readFileState(absolute: string, seen: SeenFile | undefined, contents: Contents): FileState {
  if (!isReal(dirname(absolute)))
    return absent
  const stats = seen && tryLstat(absolute)
  if (seen && stats && matchesStamp(seen, stats) && seen.looked - stats.ctimeMs > clockGrainMs && !isUnread(seen))
    return parseState(seen.state)
  return readState(absolute, { contents, mayKeep: () => true }).state
}

/** Context of a scan of single files. */
export interface NamedScan {
  /** Whether an agent has just written there. */
  readonly isWritten?: boolean
  /** The content before the write. */
  readonly before?: WriteNote['before']
}

/** Scans a file named by an agent, even an ignored one. `began`: start of the turn that a change would belong to. */
export function checkNamed(walk: Walk, path: string, { isWritten = false, before, began, tables }: NamedScan & {
  began: number | undefined
  tables: LedgerTables
}): void {
  const { root, tracked } = walk.context
  if (began !== undefined)
    addCreatedFolders(walk, getParentPath(path), began)
  const folder = ensureFolder(root, getParentPath(path))
  noteModes(walk, getParentPath(path))
  if (!folder.acceptsNew && folder.files.size === 0)
    walk.newFolders.push(folder) // nothing in it was recorded or watched so far
  const deferred = folder.files.get(getBaseName(path)) // by an earlier scan, if it is not known
  const file = addFile(folder, getBaseName(path))
  const isUnknown = deferred ? deferred.wasHidden === true && before !== undefined : mayPredate(path, folder, tracked)
  if (file.seen === undefined && isUnknown) {
    if (before === undefined && (!isWritten || tryLstat(file.absolute) === undefined))
      return recordAsOld(file, tables)
    file.seen = getSeenBefore(before, tables)
  }
  walk.check(folder, file)
}

/** A folder that is not walked may be deleted together with the file. */
function noteModes(walk: Walk, path: string): void {
  const { root } = walk.context
  const folder = ensureFolder(root, path)
  const stats = tryLstat(folder.absolute)
  if (stats?.isDirectory())
    walk.noteMode(folder, stats)
  if (folder !== root)
    noteModes(walk, getParentPath(path))
}

/** Adds parent folders created since `since`; everything in them is new. */
function addCreatedFolders({ context: { root }, newFolders }: Walk, path: string, since: number): void {
  let folder = root
  for (const name of path === '' ? [] : path.split('/')) {
    let below = folder.folders.get(name)
    if (below === undefined || isOnlyNamed(below)) {
      const absolute = join(folder.absolute, name)
      const stats = tryLstat(absolute)
      const isMade = stats?.isDirectory() === true && stats.birthtimeMs >= since - clockGrainMs
      if (!isMade || !folder.acceptsNew || isFolderIgnored(folder.rules, name, absolute))
        return
      below ??= addFolder(folder, name, { acceptsNew: true })
      below.acceptsNew = true
      below.rules = folder.rules
      newFolders.push(below)
    }
    folder = below
  }
}

/** Whether a folder is known only because a file in it was named, perhaps before the folder existed. */
function isOnlyNamed({ acceptsNew, listed, flood }: KnownFolder): boolean {
  return !acceptsNew && listed === undefined && flood === undefined
}

/**
 * Whether an unknown file may be old, or is missing. In a walked folder only ignored or new files are unknown. Creation
 * times don't help, because saving by rename creates a new file.
 */
export function mayPredate(path: string, folder: KnownFolder, tracked: ReadonlySet<string>): boolean {
  const absolute = join(folder.absolute, getBaseName(path))
  if (tryLstat(absolute) === undefined || !folder.acceptsNew || isEditorLock(getBaseName(path)))
    return true
  return !tracked.has(path) && isIgnored(folder.rules, absolute, 'file')
}

/** The state before a write. It is unknown for a file that was never scanned, so that nothing restores it. */
function getSeenBefore(before: NamedScan['before'], { contents }: LedgerTables): SeenFile {
  const state: FileState = before === undefined
    ? { kind: 'unkept', size: 0, mtimeMs: 0, mode: 0 }
    : before === 'absent' ? absent : { kind: 'file', hash: contents.keep(Buffer.from(before.bytes)), mode: before.mode }
  return toSeenFile(toStateKey(state), undefined, 0)
}

/** Records the current state as old. */
function recordAsOld(file: KnownFile, { contents, files }: LedgerTables): void {
  const found = readState(file.absolute, { contents, mayKeep: () => true })
  file.seen = toSeenFile(toStateKey(found.state), found.stats, 0)
  if (found.stats !== undefined)
    files.set(file.path, file.seen)
}
