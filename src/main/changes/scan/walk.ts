import type { Dirent, Stats } from 'node:fs'
import type { IgnoreRules } from '../../workspace/listing/ignoreRules'
import type { StatsPrefetch } from './statsPrefetch'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { getSystemCode } from '../../../shared/errors'
import { isIgnored } from '../../workspace/listing/ignoreRules'
import { absentKey } from '../fileState'
import { isEditorLock } from './editorLock'
import { clockGrainMs, matchesStamp } from './fileStamp'
import { filterRuleNames, isCache, isFolderIgnored, isVersionControl, readFolderRules, stampRules } from './folderRules'
import { addFile, addFolder, appendName, type KnownFile, type KnownFolder, mayDiffer, walkFiles } from './knownFolder'
import { getBaseName } from './paths'
import { tryLstat } from './readState'

/**
 * Ignored files up to this size are recorded if their folder is not ignored, because people would miss `.env` and the
 * like.
 */
export const maxIgnoredBytes = 256 * 1024
/** Stops listing new folders after this many new files, because it is a flood anyway. */
const maxCounted = 300_000
/** Deeper folders are the result of mistakes or attacks. */
const maxDepth = 100

interface WalkContext {
  readonly root: KnownFolder
  /** Folders that are never entered. */
  readonly closed: readonly string[]
  readonly rulesAbove: IgnoreRules | undefined
  /** Content of the file that `core.excludesFile` names. */
  readonly globalRules: string | undefined
  /** Files that git tracks although they are ignored, and their parent folders. */
  readonly tracked: ReadonlySet<string>
  /** Consulted before known files are statted. */
  readonly prefetch: StatsPrefetch
  readonly looked: number
}

/** A file that may have changed. */
export interface Candidate {
  readonly file: KnownFile
  readonly folder: KnownFolder
  /** Absent if there is nothing to record. */
  readonly stats?: Stats
  /** The topmost new folder above it; absent if its own folder was known. */
  readonly topNewFolder?: KnownFolder | undefined
}

interface Visit {
  readonly isDeep: boolean
  /** Whether rules of parent folders have changed, so that everything is checked again. */
  readonly isForced: boolean
  readonly above: IgnoreRules | undefined
  readonly topNewFolder?: KnownFolder | undefined
  /** Whether the folder was ignored until now. */
  readonly wasHidden?: boolean
  readonly depth: number
}

/** The rules at a folder's last listing. */
interface RulesBefore {
  readonly rules: IgnoreRules | undefined
}

/** A walk over folders that finds files that may have changed, without reading them. */
export class Walk {
  readonly context: WalkContext
  readonly #visited = new Set<KnownFolder>()
  /** Folders that were ignored at the last scan. */
  readonly #shown = new Set<KnownFolder>()
  readonly candidates: Candidate[] = []
  readonly newFolders: KnownFolder[] = []
  readonly removedFolders: KnownFolder[] = []
  /** Folders whose permissions have changed or were unknown. */
  readonly changedModes: KnownFolder[] = []
  /** Folders that were replaced by others of the same name. */
  readonly replacedFolders = new Set<KnownFolder>()
  newCount = 0

  constructor(context: WalkContext) {
    this.context = context
  }

  /** Visits a folder. `isDeep`: also known folders below it. `isForced`: the rules have changed. */
  visit(folder: KnownFolder, { isDeep, above, isForced = false }: Pick<Visit, 'isDeep' | 'above'> & { isForced?: boolean }): void {
    // A missing folder is found by visiting its parent, which has changed too.
    this.#visit(folder, { isDeep, isForced, above, depth: folder.path.split('/').length })
  }

  /** Checks a file named by an agent, even an ignored one. */
  check(folder: KnownFolder, file: KnownFile): void {
    this.#check(folder, file, {})
  }

  /** Records the permissions of a folder. */
  noteMode(folder: KnownFolder, { mode }: Pick<Stats, 'mode'>): void {
    if (folder.mode === (mode & 0o777))
      return
    folder.mode = mode & 0o777
    this.changedModes.push(folder)
  }

  /** Visits a folder. Returns whether it still exists. */
  #visit(folder: KnownFolder, visit: Visit): boolean {
    if (this.#visited.has(folder) && !visit.isForced)
      return true
    this.#visited.add(folder)
    try {
      return this.#look(folder, visit)
    }
    catch (error) {
      if (getSystemCode(error) === undefined)
        throw error
      return true // inaccessible, but perhaps not deleted
    }
  }

  #look(folder: KnownFolder, visit: Visit): boolean {
    const stats = tryLstat(folder.absolute)
    if (!stats?.isDirectory())
      return false
    if (folder.listed !== undefined && folder.listed.inode !== stats.ino)
      this.replacedFolders.add(folder)
    this.noteMode(folder, stats)
    const rulesChanged = this.#list(folder, stats, visit)
    for (const file of folder.files.values())
      this.#check(folder, file, visit)
    for (const [name, below] of folder.folders) {
      if (below.flood !== undefined && below.files.size === 0)
        continue
      const isNew = below.listed === undefined
      const isEmpty = below.files.size === 0 && below.folders.size === 0
      if (!visit.isDeep && !isNew && !rulesChanged && !this.replacedFolders.has(folder))
        continue
      if (isNew && (this.newCount > maxCounted || visit.depth > maxDepth))
        continue
      const isThere = this.#visit(below, {
        isDeep: true,
        isForced: rulesChanged,
        above: folder.rules,
        topNewFolder: visit.topNewFolder ?? (isNew && isEmpty ? below : undefined),
        wasHidden: visit.wasHidden === true || this.#shown.has(below),
        depth: visit.depth + 1,
      })
      if (!isThere)
        this.#removeFolder(folder, name, below)
      else if (below.files.size === 0 && below.folders.size === 0 && !below.acceptsNew && below.flood === undefined)
        folder.folders.delete(name)
    }
    return true
  }

  /** Lists a folder again if its entries or rules may have changed. Returns whether the rules have. */
  #list(folder: KnownFolder, stats: Stats, { isForced, above }: Visit): boolean {
    const { looked } = this.context
    let entries = isForced || mayDiffer(folder, stats) ? readEntries(folder.absolute) : undefined
    if (entries !== undefined)
      folder.ruleNames = filterRuleNames(entries.map(({ name }) => name))
    const stamp = stampRules(folder)
    const rulesChanged = isForced || stamp !== folder.rulesStamp
    const rulesBefore = folder.listed === undefined ? undefined : { rules: folder.rules }
    if (rulesChanged) {
      folder.rules = readFolderRules(
        folder,
        { above, isRoot: folder === this.context.root, globalRules: this.context.globalRules },
      )
      folder.rulesStamp = stamp
      entries ??= readEntries(folder.absolute)
    }
    if (isCache(folder))
      folder.acceptsNew = false
    if (entries !== undefined)
      this.#update(folder, entries, rulesChanged ? rulesBefore : undefined)
    folder.listed = { mtime: stats.mtimeMs, ctime: stats.ctimeMs, inode: stats.ino, looked }
    return rulesChanged
  }

  #update(folder: KnownFolder, entries: readonly Dirent[], before: RulesBefore | undefined): void {
    const folders = new Set<string>()
    folder.unnamed = 0
    for (const entry of entries) {
      const { name } = entry
      if (isVersionControl(name) || isEditorLock(name))
        continue
      if (name.includes('\uFFFD')) {
        folder.unnamed++ // not UTF-8, so it cannot be opened by this name
        continue
      }
      if (entry.isDirectory()) {
        folders.add(name)
        this.#updateFolder(folder, name, before)
      }
      else if ((entry.isFile() || entry.isSymbolicLink()) && !folder.files.has(name) && this.#acceptsFile(folder, name)) {
        this.newCount++
        const file = addFile(folder, name)
        if (before && isIgnored(before.rules, file.absolute, 'file'))
          file.wasHidden = true
      }
    }
    for (const [name, below] of folder.folders) {
      if (!folders.has(name))
        this.#removeFolder(folder, name, below)
    }
  }

  #updateFolder(folder: KnownFolder, name: string, before: RulesBefore | undefined): void {
    const absolute = join(folder.absolute, name)
    if (this.context.closed.includes(absolute))
      return
    const known = folder.folders.get(name)
    if (known?.flood !== undefined)
      return
    const acceptsNew = folder.acceptsNew && !isFolderIgnored(folder.rules, name, absolute)
    if (known === undefined) {
      if (acceptsNew || this.context.tracked.has(`${appendName(folder.path, name)}/`)) {
        const added = addFolder(folder, name, { acceptsNew })
        this.newFolders.push(added)
        if (before && isFolderIgnored(before.rules, name, absolute))
          this.#shown.add(added)
      }
    }
    else {
      if (acceptsNew && !known.acceptsNew) {
        known.listed = undefined // not listed yet
        this.#shown.add(known)
        this.newFolders.push(known)
      }
      known.acceptsNew = acceptsNew
    }
  }

  #acceptsFile(folder: KnownFolder, name: string): boolean {
    if (!folder.acceptsNew)
      return this.context.tracked.has(appendName(folder.path, name))
    const absolute = join(folder.absolute, name)
    if (!isIgnored(folder.rules, absolute, 'file') || this.context.tracked.has(appendName(folder.path, name)))
      return true
    const stats = tryLstat(absolute)
    return stats !== undefined && stats.size <= maxIgnoredBytes
  }

  #check(folder: KnownFolder, file: KnownFile, { topNewFolder, wasHidden }: Pick<Visit, 'topNewFolder' | 'wasHidden'>): void {
    const { seen } = file
    if (seen !== undefined && this.context.prefetch.isUnchanged(file, seen))
      return
    const stats = tryLstat(file.absolute)
    if (stats === undefined || !(stats.isFile() || stats.isSymbolicLink())) {
      if (seen === undefined)
        folder.files.delete(getBaseName(file.path))
      else if (seen.state !== absentKey)
        this.candidates.push({ file, folder })
      return
    }
    if (wasHidden)
      file.wasHidden = true
    const isSame = seen !== undefined && matchesStamp(seen, stats) && seen.looked - stats.ctimeMs > clockGrainMs
    if (!isSame)
      this.candidates.push({ file, folder, stats, topNewFolder })
  }

  #removeFolder(parent: KnownFolder, name: string, folder: KnownFolder): void {
    parent.folders.delete(name)
    this.removedFolders.push(folder)
    for (const file of walkFiles(folder)) {
      if (file.seen !== undefined && file.seen.state !== absentKey)
        this.candidates.push({ file, folder })
    }
  }
}

function readEntries(absolute: string): Dirent[] {
  return readdirSync(absolute, { withFileTypes: true })
}
