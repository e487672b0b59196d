import type { Stats } from 'node:fs'
import type { FileState } from '../fileState'
import type { LedgerTables } from '../store/ledgerTables'
import { join } from 'node:path'
import { ignoreRulesAbove } from '../../workspace/listing/ignoreFiles'
import { absentKey, stateKey, stateOf } from '../fileState'
import { diskKindAt, lookTime, plainDisk } from './diskKind'
import { clockGrainMs, seenFrom } from './fileStamp'
import { closeFlooded } from './floods'
import { mayBeSeen } from './folderRules'
import { gapOf, gapWords } from './gap'
import { PersonExcludes } from './globalExcludes'
import { fileAt, filesIn, folderAt, knownAt, type KnownFolder } from './knownFolder'
import { isBlank, loadFolder } from './loadFolder'
import { nameOf, namePath, parentOf } from './paths'
import { statsOf } from './readState'
import { type LookNotes, recordLook } from './recordScan'
import { KeepBudget, type SeeLimits, seeLimits, type StoreRoom } from './scanLimits'
import { checkNamed, type NamedLook, stateAt } from './singleFiles'
import { StatsAhead } from './statsPrefetch'
import { TrackedFiles } from './trackedFiles'
import { UnreadFiles } from './unreadFiles'
import { type Candidate, Walk } from './walk'
import { Watched } from './watchedFolders'

/** More of one worker's life are not remembered: under another name they count as old. */
const maxGone = 300_000

/** What a `SeenFolder` needs. */
interface SeenFolderOptions {
  /** Its real path. */
  readonly root: string
  readonly tables: LedgerTables
  /** Where contents are kept: that disk must not fill up. */
  readonly storeFolder: string
  /** Absolute paths of folders that are never entered, such as Parley's own. */
  readonly closed: readonly string[]
  /** The folder is too large to walk: only files that agents name are recorded. */
  readonly isNamedOnly: boolean
  /** Something may have changed. */
  readonly onHeard: () => void
  /** The program of the ledger's thread, for a second one that asks ahead of the walk. */
  readonly programPath?: string | undefined
  readonly limits?: SeeLimits | undefined
  /** How much the ledger may hold. */
  readonly room: StoreRoom
}

/** What a look is for. */
export type LookPurpose = Omit<LookNotes, 'isFirst'>

/** A folder as it was last seen. Each look runs in a transaction; after one that failed, call `forget`. */
export class SeenFolder {
  readonly #options: SeenFolderOptions
  readonly #limits: SeeLimits
  readonly #watch: Watched
  readonly #tracked: TrackedFiles
  readonly #excludes: PersonExcludes
  readonly #ahead: StatsAhead
  #unread: UnreadFiles
  #root: KnownFolder | undefined
  #isMissing = false
  /** The inodes of files that are gone, with when that was seen: each may have another name by now. */
  #gone = new Map<number, number>()
  #disk = plainDisk
  /** When everything was looked at last, in milliseconds; 0 before. */
  lookedAt = 0
  lookTookMs = 0

  constructor(options: SeenFolderOptions) {
    this.#options = options
    this.#limits = options.limits ?? seeLimits
    this.#watch = new Watched(options.onHeard)
    this.#tracked = new TrackedFiles(options.root)
    this.#excludes = new PersonExcludes(options.root)
    this.#ahead = new StatsAhead(options.programPath)
    this.#unread = new UnreadFiles(options.tables)
  }

  /** The system reports no changes: the folder has to be looked at now and then. */
  get isDeaf(): boolean {
    return this.#watch.isDeaf || this.#options.isNamedOnly || this.#disk.isDeaf
  }

  /** Looks at everything, or where changes were reported if the system does that. Returns how many files changed. */
  look(scope: 'heard' | 'all', purpose: LookPurpose): number {
    this.#isMissing = !statsOf(this.#options.root)?.isDirectory()
    if (this.#isMissing)
      return 0 // an unplugged disk: nothing says that its files were deleted
    const { tables, isNamedOnly } = this.#options
    const started = performance.now()
    const isFirst = this.#root === undefined && isBlank(tables)
    const root = this.#load()
    const isAll = scope === 'all' || this.isDeaf || this.lookedAt === 0
    const isRuled = isAll && this.#excludes.refresh()
    const isForced = isAll && (this.#tracked.refresh({ isForced: isRuled }) || isRuled)
    const heard = this.#watch.take()
    const walk = this.#walk(root)
    if (isNamedOnly)
      [...filesIn(root)].forEach(file => walk.check(folderAt(root, parentOf(file.path)), file))
    else if (isAll)
      this.#visitAll(walk, isForced)
    else
      heard.map(folder => namePath(root.absolute, folder) ?? '').sort().forEach(path => this.#visitOne(walk, root, path))
    const count = this.#record(walk, { ...purpose, isFirst: isFirst && !isNamedOnly })
    if (isAll) {
      this.lookedAt = walk.ground.looked
      this.lookTookMs = performance.now() - started
    }
    return count
  }

  /**
   * Looks at absolute paths, ignored or not. `isWritten`: an agent has just written there. `before`: what is, or was,
   * there until now.
   */
  lookAt(paths: readonly string[], { isWritten = false, before, ...purpose }: LookPurpose & NamedLook): number {
    if (!this.#options.isNamedOnly && this.lookedAt === 0)
      this.look('all', purpose)
    const root = this.#load()
    const walk = this.#walk(root)
    for (const absolute of paths) {
      const path = namePath(this.#options.root, absolute)
      if (path === undefined || path === '' || !mayBeSeen(path, absolute, this.#options.closed))
        continue
      if (statsOf(absolute)?.isDirectory())
        this.#visitOne(walk, root, path)
      else
        checkNamed(walk, path, { isWritten, before, began: purpose.authorOf(absolute, absentKey).began, tables: this.#options.tables })
    }
    return this.#record(walk, { ...purpose, isFirst: false })
  }

  /** Tries the files again that found no room. */
  retry(): void {
    this.#unread.retry()
  }

  /** Reads files that were not read yet. Returns whether some are left. */
  readMore(forMs: number): boolean {
    if (!this.isUnread)
      return false
    return this.#unread.read({ contents: this.#options.tables.contents, mayKeep: this.#budget(true).mayKeep }, forMs)
  }

  /** Some files are known by size and time only. */
  get isUnread(): boolean {
    return this.#unread.count > 0
  }

  /** What is at a path of the ledger now, its content kept. */
  stateAt(path: string): FileState {
    const seen = this.#root && knownAt(this.#root, parentOf(path))?.files.get(nameOf(path))?.seen
    return stateAt(join(this.#options.root, path), seen, this.#options.tables.contents)
  }

  /** How the file was at the last look; `undefined` for one that was never seen. */
  seenAt(path: string): FileState | undefined {
    const seen = knownAt(this.#load(), parentOf(path))?.files.get(nameOf(path))?.seen
    return seen && stateOf(seen.state)
  }

  /** A write was just recorded: the next look finds nothing new there. */
  note(path: string, state: FileState): void {
    const file = fileAt(this.#load(), path)
    file.seen = seenFrom(stateKey(state), undefined, 0)
    if (state.kind === 'absent')
      this.#options.tables.files.remove(path)
    else
      this.#options.tables.files.set(path, file.seen)
  }

  /** What is not recorded, in words. */
  gap(): string | undefined {
    const { isNamedOnly } = this.#options
    return gapWords(gapOf(this.#root, this.#unread, { isMissing: this.#isMissing, isNamedOnly, isDeaf: this.#watch.isDeaf }))
  }

  /** Memory may differ from the ledger, and is read from there again. */
  forget(): void {
    this.#root = undefined
    this.#gone.clear()
    this.#ahead.forget()
    this.#unread = new UnreadFiles(this.#options.tables)
    this.lookedAt = 0
    this.#watch.forget()
  }

  close(): void {
    this.#ahead.close()
    this.#watch.close()
  }

  #load(): KnownFolder {
    const { root, isNamedOnly, tables } = this.#options
    if (!this.#root)
      this.#disk = diskKindAt(root)
    this.#root ??= loadFolder({ path: root, takesNew: !isNamedOnly }, tables, this.#unread)
    return this.#root
  }

  #walk(root: KnownFolder): Walk {
    const { text: personal } = this.#excludes
    const rulesAbove = ignoreRulesAbove(root.absolute, personal)
    const [{ closed }, tracked, looked] = [this.#options, this.#tracked.known, lookTime(this.#disk)]
    return new Walk({ root, closed, rulesAbove, personal, tracked, ahead: this.#ahead, looked })
  }

  #visitAll(walk: Walk, isForced: boolean): void {
    const { root, rulesAbove } = walk.ground
    this.#ahead.begin(root)
    walk.visit(root, { isDeep: true, above: rulesAbove, isForced })
    this.#ahead.end()
  }

  #visitOne(walk: Walk, root: KnownFolder, path: string): void {
    const folder = knownAt(root, path)
    const above = path === '' ? walk.ground.rulesAbove : knownAt(root, parentOf(path))?.rules
    if (folder !== undefined && !this.#options.isNamedOnly)
      walk.visit(folder, { isDeep: false, above })
  }

  #record(walk: Walk, purpose: LookNotes): number {
    const { tables } = this.#options
    const floods = closeFlooded(walk, { isFirst: purpose.isFirst, limits: this.#limits, files: tables.files })
    for (const folder of walk.goneFolders) {
      if (folder.flood !== undefined)
        tables.files.remove(`${folder.path}/`)
    }
    const budget = this.#budget(purpose.isFirst)
    const candidates = walk.candidates.filter(({ file, folder, newIn }) => file.seen !== undefined || !floods.has(newIn ?? folder))
    const { looked, tracked } = walk.ground
    const knownUpTo = this.isDeaf ? undefined : purpose.knownUpTo
    this.#noteGone(candidates)
    const isOlder = (stats: Stats, began: number): boolean => this.#isOlder(stats, began)
    const record = { ...purpose, knownUpTo, tables, unread: this.#unread, budget, tracked, looked, isOlder }
    const { count, deferred } = recordLook(candidates, record)
    if (!this.#options.isNamedOnly)
      this.#watch.after(walk, this.#disk, deferred)
    if (walk.newCount > 0 || walk.goneFolders.length > 0)
      this.#ahead.forget()
    return count
  }

  /**
   * A file that was made before the agent's turn, and is seen in it for the first time: what hid it is gone, or it was
   * moved here. It is nobody's addition. One that was known under another name in that turn is renamed, and a drive of
   * another machine has another clock.
   */
  #isOlder({ birthtimeMs, ino }: Stats, began: number): boolean {
    return !this.#disk.isDeaf && birthtimeMs > 0 && birthtimeMs < began - clockGrainMs
      && (this.#gone.get(ino) ?? -Infinity) < began
  }

  #noteGone(candidates: readonly Candidate[]): void {
    for (const { file: { seen }, stats } of candidates) {
      if (stats === undefined && seen !== undefined && this.#gone.size < maxGone)
        this.#gone.set(seen.inode, Date.now())
    }
  }

  #budget(isAll: boolean): KeepBudget {
    const { tables, storeFolder, room } = this.#options
    const storedBytes = (): number => tables.contents.storedBytes()
    return new KeepBudget({ limits: this.#limits, storedBytes, folder: storeFolder, isAll, room })
  }
}
