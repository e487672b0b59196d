import type { Dirent, Stats } from 'node:fs'
import type { IgnoreRules } from '../../workspace/listing/ignoreRules'
import type { StatsAhead } from './statsPrefetch'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { systemCode } from '../../../shared/errors'
import { isIgnored } from '../../workspace/listing/ignoreRules'
import { absentKey } from '../fileState'
import { isEditorLock } from './editorLock'
import { clockGrainMs, stampFits } from './fileStamp'
import { isCache, isControl, isFolderIgnored, ruleNamesOf, rulesIn, rulesStampOf } from './folderRules'
import { addFile, addFolder, filesIn, type KnownFile, type KnownFolder, mayDiffer, pathIn } from './knownFolder'
import { nameOf } from './paths'
import { statsOf } from './readState'

/**
 * An ignored file up to this size, in a folder that is not ignored, is kept like any other: people miss `.env` and the
 * like.
 */
export const maxIgnoredBytes = 256 * 1024
/**
 * After this many new files no new folder is listed: there are too many already, and nobody needs their exact number.
 */
const maxCounted = 300_000
/** Deeper folders come from mistakes or from attacks. */
const maxDepth = 100

/** What a walk needs to know besides the files. */
interface WalkGround {
  readonly root: KnownFolder
  /** Never entered. */
  readonly closed: readonly string[]
  readonly rulesAbove: IgnoreRules | undefined
  /** What the person excludes from all repositories. */
  readonly personal: string | undefined
  /** Files that git tracks though they are ignored, and all folders above them. */
  readonly tracked: ReadonlySet<string>
  /** Asked for known files before the system is. */
  readonly ahead: StatsAhead
  readonly looked: number
}

/** A file that may have changed. */
export interface Candidate {
  readonly file: KnownFile
  readonly folder: KnownFolder
  /** What is there; absent: nothing that is recorded. */
  readonly stats?: Stats
  /** The topmost folder around it that is new; absent if its own folder was known. */
  readonly newIn?: KnownFolder | undefined
}

interface Visit {
  readonly isDeep: boolean
  /** The rules above have changed, so everything is judged again. */
  readonly isForced: boolean
  readonly above: IgnoreRules | undefined
  readonly newIn?: KnownFolder | undefined
  readonly depth: number
}

/** One look at folders: finds which files may have changed, come or gone, and reads none of them. */
export class Walk {
  readonly ground: WalkGround
  readonly #visited = new Set<KnownFolder>()
  readonly candidates: Candidate[] = []
  readonly newFolders: KnownFolder[] = []
  readonly goneFolders: KnownFolder[] = []
  /** Other folders have their names now. */
  readonly remadeFolders = new Set<KnownFolder>()
  newCount = 0

  constructor(ground: WalkGround) {
    this.ground = ground
  }

  /** Visits a folder; `isDeep`: with the known folders below it. `isForced`: the rules have changed. */
  visit(folder: KnownFolder, { isDeep, above, isForced = false }: Pick<Visit, 'isDeep' | 'above'> & { isForced?: boolean }): void {
    // A folder that is gone is found by visiting its parent, which has changed too.
    this.#visit(folder, { isDeep, isForced, above, depth: folder.path.split('/').length })
  }

  /** Checks a file that an agent names, ignored or not. */
  check(folder: KnownFolder, file: KnownFile): void {
    this.#check(folder, file, undefined)
  }

  /** Returns whether the folder is still there. */
  #visit(folder: KnownFolder, visit: Visit): boolean {
    if (this.#visited.has(folder) && !visit.isForced)
      return true
    this.#visited.add(folder)
    try {
      return this.#look(folder, visit)
    }
    catch (error) {
      if (systemCode(error) === undefined)
        throw error
      return true // closed to this person: nothing can be said of it, least of all that it is gone
    }
  }

  #look(folder: KnownFolder, visit: Visit): boolean {
    const stats = statsOf(folder.absolute)
    if (!stats?.isDirectory())
      return false
    if (folder.listed !== undefined && folder.listed.inode !== stats.ino)
      this.remadeFolders.add(folder)
    const rulesChanged = this.#list(folder, stats, visit)
    for (const file of folder.files.values())
      this.#check(folder, file, visit.newIn)
    for (const [name, below] of folder.folders) {
      if (below.flood !== undefined && below.files.size === 0)
        continue
      const isNew = below.listed === undefined
      const isEmpty = below.files.size === 0 && below.folders.size === 0
      if (!visit.isDeep && !isNew && !rulesChanged && !this.remadeFolders.has(folder))
        continue
      if (isNew && (this.newCount > maxCounted || visit.depth > maxDepth))
        continue
      const isThere = this.#visit(below, {
        isDeep: true,
        isForced: rulesChanged,
        above: folder.rules,
        newIn: visit.newIn ?? (isNew && isEmpty ? below : undefined),
        depth: visit.depth + 1,
      })
      if (!isThere)
        this.#lose(folder, name, below)
      else if (below.files.size === 0 && below.folders.size === 0 && !below.takesNew && below.flood === undefined)
        folder.folders.delete(name)
    }
    return true
  }

  /** Lists a folder again if its names or rules may have changed. Returns whether the rules have. */
  #list(folder: KnownFolder, stats: Stats, { isForced, above }: Visit): boolean {
    const { looked } = this.ground
    let entries = isForced || mayDiffer(folder, stats) ? entriesOf(folder.absolute) : undefined
    if (entries !== undefined)
      folder.ruleNames = ruleNamesOf(entries.map(({ name }) => name))
    const stamp = rulesStampOf(folder)
    const rulesChanged = isForced || stamp !== folder.rulesStamp
    if (rulesChanged) {
      folder.rules = rulesIn(folder, { above, isRoot: folder === this.ground.root, personal: this.ground.personal })
      folder.rulesStamp = stamp
      entries ??= entriesOf(folder.absolute)
    }
    if (isCache(folder))
      folder.takesNew = false
    if (entries !== undefined)
      this.#take(folder, entries)
    folder.listed = { mtime: stats.mtimeMs, ctime: stats.ctimeMs, inode: stats.ino, looked }
    return rulesChanged
  }

  #take(folder: KnownFolder, entries: readonly Dirent[]): void {
    const folders = new Set<string>()
    folder.unnamed = 0
    for (const entry of entries) {
      const { name } = entry
      if (isControl(name) || isEditorLock(name))
        continue
      if (name.includes('\uFFFD')) {
        folder.unnamed++ // no UTF-8: it leads nowhere
        continue
      }
      if (entry.isDirectory()) {
        folders.add(name)
        this.#takeFolder(folder, name)
      }
      else if ((entry.isFile() || entry.isSymbolicLink()) && !folder.files.has(name) && this.#takesFile(folder, name)) {
        this.newCount++
        addFile(folder, name)
      }
    }
    for (const [name, below] of folder.folders) {
      if (!folders.has(name))
        this.#lose(folder, name, below)
    }
  }

  #takeFolder(folder: KnownFolder, name: string): void {
    const absolute = join(folder.absolute, name)
    if (this.ground.closed.includes(absolute))
      return
    const known = folder.folders.get(name)
    if (known?.flood !== undefined)
      return
    const takesNew = folder.takesNew && !isFolderIgnored(folder.rules, name, absolute)
    if (known === undefined) {
      if (takesNew || this.ground.tracked.has(`${pathIn(folder.path, name)}/`))
        this.newFolders.push(addFolder(folder, name, { takesNew }))
    }
    else {
      if (takesNew && !known.takesNew) {
        known.listed = undefined // its names were not looked at so far
        this.newFolders.push(known)
      }
      known.takesNew = takesNew
    }
  }

  #takesFile(folder: KnownFolder, name: string): boolean {
    if (!folder.takesNew)
      return this.ground.tracked.has(pathIn(folder.path, name))
    const absolute = join(folder.absolute, name)
    if (!isIgnored(folder.rules, absolute, 'file') || this.ground.tracked.has(pathIn(folder.path, name)))
      return true
    const stats = statsOf(absolute)
    return stats !== undefined && stats.size <= maxIgnoredBytes
  }

  #check(folder: KnownFolder, file: KnownFile, newIn: KnownFolder | undefined): void {
    const { seen } = file
    if (seen !== undefined && this.ground.ahead.isAsSeen(file, seen))
      return
    const stats = statsOf(file.absolute)
    if (stats === undefined || !(stats.isFile() || stats.isSymbolicLink())) {
      if (seen === undefined)
        folder.files.delete(nameOf(file.path))
      else if (seen.state !== absentKey)
        this.candidates.push({ file, folder })
      return
    }
    const isSame = seen !== undefined && stampFits(seen, stats) && seen.looked - stats.ctimeMs > clockGrainMs
    if (!isSame)
      this.candidates.push({ file, folder, stats, newIn })
  }

  #lose(parent: KnownFolder, name: string, folder: KnownFolder): void {
    parent.folders.delete(name)
    this.goneFolders.push(folder)
    for (const file of filesIn(folder)) {
      if (file.seen !== undefined && file.seen.state !== absentKey)
        this.candidates.push({ file, folder })
    }
  }
}

function entriesOf(absolute: string): Dirent[] {
  return readdirSync(absolute, { withFileTypes: true })
}
