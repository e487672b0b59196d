import type { Stats } from 'node:fs'
import type { FileState } from '../fileState'
import type { LedgerTables } from '../store/ledgerTables'
import { join } from 'node:path'
import { ignoreRulesAbove } from '../../workspace/listing/ignoreFiles'
import { absent, absentKey, parseState, toStateKey } from '../fileState'
import { detectDiskKind, getScanTime, plainDisk } from './diskKind'
import { clockGrainMs, toSeenFile } from './fileStamp'
import { closeFlooded } from './floods'
import { mayScan } from './folderRules'
import { computeGap, formatGap } from './gap'
import { GlobalExcludes } from './globalExcludes'
import {
  ensureFile,
  ensureFolder,
  findFolder,
  forEachFile,
  type KnownFile,
  type KnownFolder,
  walkFiles,
} from './knownFolder'
import { isBlank, loadFolder } from './loadFolder'
import { getBaseName, getParentPath, toLedgerPath } from './paths'
import { tryLstat } from './readState'
import { type OldPlace, type RecordOptions, recordScan } from './recordScan'
import { KeepBudget, type ScanLimits, scanLimits, type StoreLimit } from './scanLimits'
import { checkNamed, mayPredate, type NamedScan, readFileState } from './singleFiles'
import { StatsPrefetch } from './statsPrefetch'
import { TrackedFiles } from './trackedFiles'
import { UnreadFiles } from './unreadFiles'
import { type Candidate, Walk } from './walk'
import { WatchedFolders } from './watchedFolders'

/** With more, renamed files count as old. */
const maxRemovedInodes = 300_000

interface FolderScannerOptions {
  /** The folder's real path. */
  readonly root: string
  readonly tables: LedgerTables
  /** Folder of the stored contents, whose disk must not fill up. */
  readonly storeFolder: string
  /** Absolute paths of folders that are never entered, such as Parley's own. */
  readonly closed: readonly string[]
  /** Whether the folder is too large to walk, so that only files named by agents are recorded. */
  readonly isNamedOnly: boolean
  /** Called when something may have changed. */
  readonly onReported: () => void
  /** Program of the worker, to start a second one that stats files ahead of the walk. */
  readonly programPath?: string | undefined
  readonly limits?: ScanLimits | undefined
  /** The ledger's size limit. */
  readonly storeLimit: StoreLimit
}

export type ScanOptions = Omit<RecordOptions, 'isFirst'>

interface RemovedFile extends OldPlace {
  /** Another file has taken its place. */
  readonly isReplaced: boolean
  /** When that was found, and when the file had last changed. */
  readonly at: number
  readonly ctime: number
}

/** Scans a folder and keeps its last known state. Each scan runs in a transaction. Call `forget` after a failed one. */
export class FolderScanner {
  readonly #options: FolderScannerOptions
  readonly #limits: ScanLimits
  readonly #watch: WatchedFolders
  readonly #tracked: TrackedFiles
  readonly #excludes: GlobalExcludes
  readonly #prefetch: StatsPrefetch
  #unread: UnreadFiles
  #root: KnownFolder | undefined
  #isMissing = false
  /** Deleted and replaced files by inode, because they may have been renamed. */
  #removedInodes = new Map<number, RemovedFile>()
  #disk = plainDisk
  /** Time of the last full scan in milliseconds since 1970; 0 before the first. */
  scannedAt = 0
  scanTookMs = 0

  constructor(options: FolderScannerOptions) {
    this.#options = options
    this.#limits = options.limits ?? scanLimits
    this.#watch = new WatchedFolders(options.onReported)
    this.#tracked = new TrackedFiles(options.root)
    this.#excludes = new GlobalExcludes(options.root)
    this.#prefetch = new StatsPrefetch(options.programPath)
    this.#unread = new UnreadFiles(options.tables)
  }

  /** Whether the folder has to be polled because the system reports no changes. */
  get isPolling(): boolean {
    return this.#watch.isPolling || this.#options.isNamedOnly || this.#disk.isPolling
  }

  /** Whether an editor has the file at this absolute path open, or had it open a moment ago. */
  isInEditor(path: string): boolean {
    return this.#watch.isInEditor(path)
  }

  /** Scans everything, or only reported folders if the system reports changes. Returns the number of changed files. */
  scan(scope: 'reported' | 'all', options: ScanOptions): number {
    this.#isMissing = !this.#canScan(options)
    if (this.#isMissing)
      return 0
    const { tables, isNamedOnly } = this.#options
    const started = performance.now()
    const isFirst = this.#root === undefined && isBlank(tables)
    const root = this.#load()
    const isAll = scope === 'all' || this.isPolling || this.scannedAt === 0 || !this.isInPlace()
    const isRuled = isAll && this.#excludes.refresh()
    const isForced = isAll && (this.#tracked.refresh({ isForced: isRuled }) || isRuled)
    const reported = this.#watch.take()
    const walk = this.#walk(root)
    if (isNamedOnly) {
      [...walkFiles(root)].forEach(file => walk.check(ensureFolder(root, getParentPath(file.path)), file))
    }
    else if (isAll) {
      this.#visitAll(walk, isForced)
    }
    else {
      const folders = reported.map(folder => toLedgerPath(root.absolute, folder) ?? '').sort()
      folders.forEach(path => this.#visitOne(walk, root, path))
    }
    const count = this.#record(walk, { ...options, isFirst: isFirst && !isNamedOnly })
    if (isAll) {
      this.scannedAt = walk.context.looked
      this.scanTookMs = performance.now() - started
    }
    return count
  }

  /**
   * Scans absolute paths, even ignored ones. `isWritten`: an agent has just written there. `before`: the previous
   * content.
   */
  scanPaths(paths: readonly string[], { isWritten = false, before, ...options }: ScanOptions & NamedScan): number {
    if (!this.#canScan(options))
      return 0
    if (!this.#options.isNamedOnly && this.scannedAt === 0)
      this.scan('all', options)
    const root = this.#load()
    const walk = this.#walk(root)
    for (const absolute of paths) {
      const path = toLedgerPath(this.#options.root, absolute)
      if (path === undefined || path === '' || !mayScan(path, absolute, this.#options.closed))
        continue
      if (tryLstat(absolute)?.isDirectory())
        this.#visitOne(walk, root, path)
      else
        checkNamed(walk, path, { isWritten, before, began: options.attribute(absolute, absentKey).began, tables: this.#options.tables })
    }
    return this.#record(walk, { ...options, isFirst: false })
  }

  /** Retries files that did not fit. */
  retry(): void {
    this.#unread.retry()
  }

  /** Reads files that are known only by size and time. Returns whether there are more. */
  readMore(forMs: number): boolean {
    if (!this.isUnread)
      return false
    return this.#unread.read({ contents: this.#options.tables.contents, mayKeep: this.#budget(true).mayKeep }, forMs)
  }

  /** Whether some files are known only by size and time. */
  get isUnread(): boolean {
    return this.#unread.count > 0
  }

  /** Reads the present state of a path and keeps its content. */
  stateAt(path: string): FileState {
    const seen = this.#root && findFolder(this.#root, getParentPath(path))?.files.get(getBaseName(path))?.seen
    return readFileState(join(this.#options.root, path), seen, this.#options.tables.contents)
  }

  /** The file's state at the last scan: absent if the file is newer, `undefined` if it may have existed before. */
  knownAt(path: string): FileState | undefined {
    const folder = findFolder(this.#load(), getParentPath(path))
    const { seen, wasHidden } = folder?.files.get(getBaseName(path)) ?? {}
    if (seen !== undefined)
      return parseState(seen.state)
    return folder && !wasHidden && !mayPredate(path, folder, this.#tracked.known) ? absent : undefined
  }

  /** Updates the known state after a write that is already recorded, so that the next scan doesn't report it. */
  note(path: string, state: FileState): void {
    const file = ensureFile(this.#load(), path)
    file.seen = toSeenFile(toStateKey(state), undefined, 0)
    if (state.kind === 'absent')
      this.#options.tables.files.remove(path)
    else
      this.#options.tables.files.set(path, file.seen)
  }

  /** Describes to the person what is not recorded. */
  gap(): string | undefined {
    const { isNamedOnly } = this.#options
    return formatGap(computeGap(this.#root, this.#unread, { isMissing: this.#isMissing, isNamedOnly, isPolling: this.#watch.isPolling }))
  }

  /** Drops the state in memory. It is reloaded from the ledger. */
  forget(): void {
    this.#root = undefined
    this.#removedInodes.clear()
    this.#prefetch.forget()
    this.#unread = new UnreadFiles(this.#options.tables)
    this.scannedAt = 0
    this.#watch.forget()
  }

  close(): void {
    this.#prefetch.close()
    this.#watch.close()
  }

  /**
   * Whether the recorded folder is there. If not, its drive may be unplugged, so its files were not deleted, or another
   * folder may have taken its place.
   */
  isInPlace(): boolean {
    const stats = tryLstat(this.#options.root)
    const known = this.#root?.listed?.inode ?? stats?.ino
    return stats?.isDirectory() === true && (stats.ino === known || this.#disk.isPolling)
  }

  /** The agent of an open turn did not write the files of another folder. They count once no turn is open. */
  #canScan({ attribute }: Pick<ScanOptions, 'attribute'>): boolean {
    const { root } = this.#options
    return this.isInPlace() || (tryLstat(root)?.isDirectory() === true && attribute(root, absentKey).began === undefined)
  }

  #load(): KnownFolder {
    const { root, isNamedOnly, tables } = this.#options
    if (!this.#root)
      this.#disk = detectDiskKind(root)
    this.#root ??= loadFolder({ path: root, acceptsNew: !isNamedOnly }, tables, this.#unread)
    return this.#root
  }

  #walk(root: KnownFolder): Walk {
    const { text: globalRules } = this.#excludes
    const rulesAbove = ignoreRulesAbove(root.absolute, globalRules)
    const [{ closed }, tracked, looked] = [this.#options, this.#tracked.known, getScanTime(this.#disk)]
    return new Walk({ root, closed, rulesAbove, globalRules, tracked, prefetch: this.#prefetch, looked })
  }

  #visitAll(walk: Walk, isForced: boolean): void {
    const { root, rulesAbove } = walk.context
    this.#prefetch.begin(root)
    walk.visit(root, { isDeep: true, above: rulesAbove, isForced })
    this.#prefetch.end()
  }

  #visitOne(walk: Walk, root: KnownFolder, path: string): void {
    const folder = findFolder(root, path)
    const above = path === '' ? walk.context.rulesAbove : findFolder(root, getParentPath(path))?.rules
    if (folder !== undefined && !this.#options.isNamedOnly)
      walk.visit(folder, { isDeep: false, above })
  }

  #record(walk: Walk, options: RecordOptions): number {
    const { tables } = this.#options
    const floods = closeFlooded(walk, { isFirst: options.isFirst, limits: this.#limits, files: tables.files })
    for (const folder of walk.removedFolders) {
      if (folder.flood !== undefined)
        tables.files.remove(`${folder.path}/`)
    }
    const budget = this.#budget(options.isFirst)
    if (!options.isFirst)
      this.#checkOldPlaces(walk)
    const candidates = walk.candidates.filter(({ file, folder, topNewFolder }) =>
      file.seen !== undefined || !floods.has(topNewFolder ?? folder))
    const { looked, tracked } = walk.context
    const knownUpTo = this.isPolling ? undefined : options.knownUpTo
    this.#noteRemoved(candidates)
    this.#noteModes(walk)
    const record = {
      ...options,
      knownUpTo,
      tables,
      unread: this.#unread,
      budget,
      tracked,
      looked,
      isOlder: (file: { path: string, stats: Stats, began: number, isNew: boolean }) => this.#isOlder(file),
      createdAt: (stats: Stats) => this.#createdAt(stats),
      oldPlace: (stats: Stats) => this.#oldPlace(stats),
    }
    const { count, deferred } = recordScan(candidates, record)
    if (!this.#options.isNamedOnly)
      this.#watch.after(walk, this.#disk, deferred)
    if (walk.newCount > 0 || walk.removedFolders.length > 0)
      this.#prefetch.forget()
    return count
  }

  /**
   * Whether a file first seen during a turn is older than the turn: it was hidden or moved here, so it is not an
   * addition. A file deleted under another name in that turn counts as renamed.
   */
  #isOlder({ path, stats, began, isNew }: { path: string, stats: Stats, began: number, isNew: boolean }): boolean {
    const removed = this.#removedInodes.get(stats.ino)
    const isRenamed = removed && removed.at >= began && removed.path !== path && !(isNew && removed.isReplaced)
    return (this.#createdAt(stats) ?? Infinity) < began - clockGrainMs && !isRenamed
  }

  /** `undefined` for shared drives, which have another clock, and file systems without creation times. */
  #createdAt({ birthtimeMs }: Stats): number | undefined {
    return this.#disk.isPolling || birthtimeMs <= 0 ? undefined : birthtimeMs
  }

  /** The file's previous path. Inode numbers are reused, but by younger files. */
  #oldPlace({ birthtimeMs, ino }: Stats): OldPlace | undefined {
    const removed = this.#removedInodes.get(ino)
    return removed && birthtimeMs > 0 && birthtimeMs <= removed.ctime ? removed : undefined
  }

  /** Also checks the old places of moved files: the system may report the new ones first. */
  #checkOldPlaces(walk: Walk): void {
    const { candidates, context: { root } } = walk
    const isMoved = ({ file: { seen }, stats }: Candidate): boolean => stats !== undefined && seen?.inode !== stats.ino
    const inodes = new Set(candidates.filter(isMoved).map(({ stats }) => stats!.ino))
    if (inodes.size === 0)
      return
    const checked = new Set(candidates.map(({ file }) => file))
    const left: KnownFile[] = []
    forEachFile(root, file => file.seen && inodes.has(file.seen.inode) && !checked.has(file) && left.push(file))
    left.forEach(file => walk.check(ensureFolder(root, getParentPath(file.path)), file))
  }

  #noteRemoved(candidates: readonly Candidate[]): void {
    for (const { file: { path, seen }, stats } of candidates) {
      if (seen !== undefined && seen.inode !== stats?.ino && this.#removedInodes.size < maxRemovedInodes) {
        const { state, inode, ctime } = seen
        this.#removedInodes.set(inode, { path, state, isReplaced: stats !== undefined, at: Date.now(), ctime })
      }
    }
  }

  #noteModes({ changedModes, context: { root } }: Walk): void {
    const { folders } = this.#options.tables
    const known = changedModes.length > 0 ? folders.all() : new Map<string, number>()
    for (const folder of changedModes) {
      const parent = folder === root ? folder : findFolder(root, getParentPath(folder.path))
      const mode = folder.mode === parent?.mode ? undefined : folder.mode
      if (known.get(folder.path) !== mode)
        folders.setMode(folder.path, mode)
    }
  }

  #budget(isAll: boolean): KeepBudget {
    const { tables, storeFolder, storeLimit } = this.#options
    const storedBytes = (): number => tables.contents.storedBytes()
    return new KeepBudget({ limits: this.#limits, storedBytes, folder: storeFolder, isAll, storeLimit })
  }
}
