import type { LedgerCalls, TurnRange } from './ledgerCalls'
import type { KnownChange, LedgerFolder } from './ledgerFolder'
import type { NamedScan } from './scan/singleFiles'
import { Buffer, isUtf8 } from 'node:buffer'
import { randomUUID } from 'node:crypto'
import { isByAgent } from '../../shared/changes/change'
import { isWithin } from '../../shared/paths'
import { toStorageError } from '../store/storageError'
import { attribute, type Attribution } from './attribute'
import {
  announcedWithinMs,
  type Author,
  type CallNote,
  type CallPaths,
  editsProduce,
  Evidence,
  type Note,
  type TurnEvidence,
  type WriteNote,
} from './evidence'
import { absentKey, type FileState, parseState, toContentKey, toStateKey } from './fileState'
import { LedgerPruning } from './ledgerPruning'
import { reassignChange } from './reassignChange'
import { FolderScanner, type ScanOptions } from './scan/folderScanner'
import { toAbsolutePath, toLedgerPath } from './scan/paths'
import { tryLstat } from './scan/readState'
import { type ScanLimits, scanLimits } from './scan/scanLimits'
import { hashBytes } from './store/contents'
import { dropReportedLosses, type LedgerDatabase, openLedgerDatabase, readLosses } from './store/ledgerDatabase'
import { type LedgerTables, openLedgerTables } from './store/ledgerTables'
import { TurnGit } from './turnGit'
import { summarizeTurns } from './turnSummary'

/** How long a prompt waits for files to be read. Its total wait is limited to 2 s. */
const beginForMs = 1_200
/** How long the end of a turn reads deferred files. */
const endForMs = 5_000
/**
 * The system may miss events, so a prompt starts with a full scan unless the last one was recent and took longer than
 * this.
 */
const quickScanMs = 150
const freshForMs = 30_000

/** Edits of larger files are not compared with the edits that a call shows. */
const maxShownBytes = 1024 * 1024
/** With more unannounced files in a turn, the edits that calls show prove nothing. */
const maxUnannounced = 10_000

export interface LedgerOptions {
  /** The folder's real path. */
  readonly folder: string
  /** Folder of the database and the contents. */
  readonly storeFolder: string
  /** Real paths of folders that are never recorded, such as Parley's own. */
  readonly closed: readonly string[]
  /** The person's home. */
  readonly home: string
  /** Called when something may have changed in the folder. */
  readonly onReported: () => void
  /** Events that help to attribute changes. */
  readonly evidence?: Evidence | undefined
  /** Called before and after each write of the review. */
  readonly onWrite?: ((note: WriteNotes) => void) | undefined
  /** Folder of all ledgers, for their common limit; absent: no limit. */
  readonly allFolder?: string | undefined
  /** Program of the worker, to start a second one that stats files ahead; absent: none. */
  readonly programPath?: string | undefined
  readonly limits?: ScanLimits | undefined
}

type WriteNotes = Extract<Note, { kind: 'write' | 'written' }>
type TurnCalls = Pick<LedgerCalls, 'beginTurn' | 'abandonTurn' | 'endTurn' | 'claim' | 'forget'>

/**
 * One folder's ledger: finds changes, attributes them, and keeps earlier contents. Runs in a worker because scans
 * block.
 */
export class Ledger implements LedgerFolder, TurnCalls {
  readonly root: string
  readonly database: LedgerDatabase
  readonly tables: LedgerTables
  readonly #scanner: FolderScanner
  readonly #pruning: LedgerPruning
  readonly #git: TurnGit
  readonly #evidence: Evidence
  readonly #onWrite: LedgerOptions['onWrite']
  /** Creation times of files that appeared unannounced during the open turns, by path. */
  readonly #unannounced = new Map<string, number>()
  /** Time up to which changes are recorded, in milliseconds since 1970. */
  #scannedUpTo = 0

  constructor(options: LedgerOptions) {
    const { folder, storeFolder, allFolder, closed, home, onReported, onWrite, programPath, limits = scanLimits } = options
    this.root = folder
    this.#evidence = options.evidence ?? new Evidence()
    this.#onWrite = onWrite
    this.#git = new TurnGit(folder)
    this.database = openLedgerDatabase(storeFolder)
    this.tables = openLedgerTables(this.database)
    this.#pruning = new LedgerPruning({ database: this.database, tables: this.tables, limits, folder: storeFolder, allFolder })
    this.#scanner = new FolderScanner({
      root: folder,
      tables: this.tables,
      storeFolder,
      closed: closed.filter(path => isWithin(path, folder, process.platform)),
      isNamedOnly: isWithin(home, folder, process.platform),
      onReported,
      programPath,
      limits,
      storeLimit: this.#pruning,
    })
    // Turns interrupted when Parley or the worker exited. A turn that is still running ends again later.
    for (const turn of this.tables.turns.open())
      this.tables.turns.end({ ...turn, last: this.tables.versions.last() })
  }

  /** Whether the folder has to be polled because the system reports no changes. */
  get isPolling(): boolean {
    return this.#scanner.isPolling
  }

  /** Whether the store is full. `collect` makes room. */
  get needsPruning(): boolean {
    return this.#pruning.isNeeded
  }

  beginTurn = ({ threadId, promptId }: Parameters<LedgerCalls['beginTurn']>[0]): ReturnType<LedgerCalls['beginTurn']> => {
    const until = performance.now() + beginForMs
    if (this.#evidence.turnsAt(Date.now()).length === 0)
      this.#unannounced.clear()
    this.transaction(() => {
      const isAll = this.#scanner.scanTookMs < quickScanMs || Date.now() - this.#scanner.scannedAt > freshForMs
      this.#scan(isAll ? 'all' : 'reported', { defersLarge: false })
      dropReportedLosses(this.database)
      this.tables.turns.begin({ threadId, promptId, first: this.tables.versions.last(), at: Date.now() })
    })
    this.#scanner.retry()
    this.#readDeferredUntil(until)
    this.#git.begin(threadId)
    const gap = this.#scanner.gap()
    return gap === undefined ? {} : { gap }
  }

  abandonTurn = ({ threadId, promptId }: Parameters<LedgerCalls['abandonTurn']>[0]): void => {
    this.transaction(() => this.tables.turns.remove(threadId, promptId))
    this.#git.forget(threadId)
  }

  endTurn = ({ threadId, promptId }: Parameters<LedgerCalls['endTurn']>[0]): ReturnType<LedgerCalls['endTurn']> => {
    this.transaction(() => this.#scan('all', { defersLarge: false }))
    this.#readDeferredUntil(performance.now() + endForMs)
    const gap = [...readLosses(this.database), this.#scanner.gap() ?? ''].filter(Boolean).join(' ') || undefined
    const last = this.tables.versions.last()
    this.transaction(() => this.tables.turns.end({ threadId, promptId, last, ...gap !== undefined && { gap } }))
    const first = this.tables.turns.read(threadId, promptId)?.first ?? last
    const marks = { first, last }
    const summary = summarizeTurns({
      tables: this.tables,
      threadId,
      marks,
      toAbsolute: path => this.toAbsolute(path) ?? path,
    })
    const git = this.#git.changeSince(threadId)
    return { ...summary, ...gap !== undefined && { gap }, ...git && { git: [git] } }
  }

  /**
   * Scans where changes were reported. Returns whether anything had changed. The evidence is complete up to `knownUpTo`
   * (milliseconds since 1970); the next scan handles later changes.
   */
  scan(knownUpTo?: number, turns?: readonly TurnEvidence[]): boolean {
    return this.transaction(() => this.#scan('reported', { turns, defersLarge: true, knownUpTo })) > 0
  }

  /** Handles an event and scans the files it concerns, before and after. Returns whether anything had changed. */
  apply(note: Note): boolean {
    switch (note.kind) {
      case 'call':
        return this.#onCall(note)
      case 'write':
        return this.#onWriteStart(note)
      case 'written':
        return this.#onWriteEnd(note)
      case 'request':
        return this.#scanBefore(note, this.#evidence.turnsAt(note.at))
      case 'command': {
        // Attributes changes that commands made before the last one ended. The first was preceded by a request.
        const before = note.isRunning ? [] : this.#evidence.turnsAt(note.at)
        this.#evidence.apply(note)
        return before.length > 0 && this.scan(note.at, before)
      }
      default:
        this.#evidence.apply(note)
        return false
    }
  }

  claim = ({ path, ...claim }: TurnRange & { path: string, by: 'you' | 'asked' }): void => {
    const name = this.toRelative(path)
    if (name !== undefined)
      this.transaction(() => reassignChange(this.tables, { name, ...claim }))
  }

  forget = ({ threadId }: { threadId: string }): void => {
    const isAll = this.transaction(() => this.#pruning.forget(threadId))
    this.tables.contents.shrink()
    this.#git.forget(threadId)
    if (isAll)
      this.#scanner.forget()
  }

  /** Deletes some unneeded data. Returns whether there is more. */
  collect(): boolean {
    if (this.transaction(() => this.#pruning.step()))
      return true
    this.tables.contents.shrink()
    if (this.#pruning.stepAll())
      return true
    this.#scanner.retry()
    return false
  }

  /** Reads files that are known by size and time only. Returns whether there are more. */
  readMore(forMs: number): boolean {
    return this.#scanner.isUnread && this.transaction(() => this.#scanner.readMore(forMs))
  }

  readContent(hash: string, maxBytes?: number): Buffer | undefined {
    return this.tables.contents.read(hash, maxBytes)
  }

  keep(bytes: Buffer): string {
    return this.tables.contents.keep(bytes)
  }

  isInPlace(): boolean {
    return this.#scanner.isInPlace()
  }

  stateAt(path: string): FileState {
    return this.#scanner.stateAt(path)
  }

  record({ path, before, after, author, ...rest }: KnownChange): number {
    this.#scanner.note(path, after)
    const { threadId, promptId, operation } = rest
    return this.tables.versions.add({
      path,
      before: toStateKey(before),
      after: toStateKey(after),
      author,
      at: Date.now(),
      ...threadId !== undefined && { threadId },
      ...promptId !== undefined && { promptId },
      ...operation !== undefined && { operation },
    })
  }

  announced<T>(path: string, target: FileState, write: () => T): T {
    const [place, content] = [this.toAbsolute(path), toContentKey(target)]
    if (place === undefined || content === undefined)
      return write()
    const announced = { id: randomUUID(), path: place }
    this.#onWrite?.({ kind: 'write', ...announced, content, author: { by: 'you' }, at: Date.now() })
    let isDone = false
    try {
      const written = write()
      isDone = true
      return written
    }
    finally {
      this.#onWrite?.({ kind: 'written', ...announced, isDone, at: Date.now() })
    }
  }

  transaction<T>(work: () => T): T {
    try {
      return this.database.sql.transaction(() => {
        const result = work()
        this.tables.contents.flush()
        return result
      }).immediate() // another ledger's pruning may write here too
    }
    catch (error) {
      this.tables.contents.discardPending()
      this.#scanner.forget()
      throw toStorageError(error)
    }
  }

  toAbsolute(path: string): string | undefined {
    return toAbsolutePath(this.root, path)
  }

  toRelative(absolute: string): string | undefined {
    return toLedgerPath(this.root, absolute) || undefined
  }

  dispose(): void {
    this.#scanner.close()
    this.database.close()
  }

  /** Before a command, attributes earlier changes by the earlier events. Has no effect while a command runs. */
  #scanBefore({ at, threadId }: Note & { readonly threadId: string }, turns: readonly TurnEvidence[]): boolean {
    const own = turns.find(turn => turn.threadId === threadId)
    return own !== undefined && own.commandUntil !== Infinity && this.scan(at, turns)
  }

  #onCall(note: CallNote & Note): boolean {
    const isAnnounced = note.status === 'pending'
    const before = isAnnounced ? this.#evidence.turnsAt(note.at) : undefined
    const { named, ended, namedAfterStart, shown } = this.#evidence.apply(note, Date.now())
    // A command that is already running may have written: its changes can't be told apart from earlier ones.
    let isChanged = before !== undefined && note.toolKind === 'execute' && this.#scanBefore(note, before)
    if (named.length > 0)
      isChanged = this.#scanPaths(named, { turns: before, knownUpTo: note.at }) || isChanged
    if (ended.length > 0)
      isChanged = this.#scanPaths(ended) || isChanged
    if (namedAfterStart.length > 0)
      this.transaction(() => namedAfterStart.forEach(path => this.#claimCreated(path, note)))
    if (shown === undefined)
      return isChanged
    const paths = [...new Set(shown.diffs.map(({ path }) => path))]
    return this.transaction(() => paths.filter(path => this.#claimShown(path, shown, note))).length > 0 || isChanged
  }

  #onWriteStart(note: WriteNote & Note): boolean {
    this.#evidence.apply(note)
    const name = this.toRelative(note.path)
    // A late note arrives after the write, so the current content is not the previous one.
    const isWritten = name !== undefined && note.before === undefined
      && isByAgent(note.author.by) && this.#hasContent(name, note.content)
    const isBeforeChanged = name !== undefined && this.#recordBefore(name, note)
    const isChanged = this.#scanPaths([note.path], { before: note.before, isWritten }) || isBeforeChanged
    // A scan may have run between the write and its note, and attributed other authors' changes with it.
    if (name !== undefined && note.author.by === 'you')
      this.transaction(() => this.tables.versions.save({ path: name, content: note.content, since: note.at }))
    return isChanged
  }

  /**
   * Records changes made between the last scan and a write by Parley or, if the note arrives after the write, by
   * anyone. `before` is the content before the write; `content` the one it wrote.
   */
  #recordBefore(path: string, { path: place, before, content, at }: WriteNote & Note): boolean {
    if (before === undefined || before === 'absent')
      return false
    const bytes = Buffer.from(before.bytes)
    const hash = hashBytes(bytes)
    const writer = this.#evidence.lastWriter(place, hash, at)
    if (writer === undefined && !this.#hasContent(path, content))
      return false
    return this.transaction(() => {
      const known = this.#scanner.knownAt(path)
      if (known === undefined || (known.kind === 'file' ? known.hash === hash : known.kind !== 'absent'))
        return false
      const after: FileState = { kind: 'file', hash: this.keep(bytes), mode: before.mode }
      const { by, threadId, promptId }: Author = writer ?? this.#attribution().attribute(place, toStateKey(after))
      this.record({ path, before: known, after, author: by, threadId, promptId })
      return true
    })
  }

  #hasContent(name: string, content: string): boolean {
    return toContentKey(this.transaction(() => this.stateAt(name))) === content
  }

  #onWriteEnd(note: Extract<Note, { kind: 'written' }>): boolean {
    const write = this.#evidence.write(note.id)
    const name = this.toRelative(note.path)
    try {
      // Another writer has changed it since. A later note or scan attributes that change.
      if (write !== undefined && note.isDone && name !== undefined && !this.#hasContent(name, write.content))
        return false
      const isWritten = note.isDone && isByAgent(write?.author.by ?? 'you')
      return write !== undefined && this.#scanPaths([note.path], { isWritten, isBeingWritten: () => false })
    }
    finally {
      this.#evidence.apply(note)
    }
  }

  /** Scans these paths, ignored or not. */
  #scanPaths(
    paths: readonly string[],
    { turns, ...scan }: NamedScan & Partial<Pick<ScanOptions, 'knownUpTo' | 'isBeingWritten'>> & {
      readonly turns?: readonly TurnEvidence[] | undefined
    } = {},
  ): boolean {
    return this.transaction(() => this.#scanner.scanPaths(paths, { ...this.#attribution(turns), defersLarge: false, ...scan })) > 0
  }

  /** Attributes a recently created file to the agent, because many agents report a new file only after creating it. */
  #claimCreated(path: string, note: CallNote & Note): void {
    const turn = this.#onlyNaming(path, note)
    const name = this.toRelative(path)
    const since = note.at - announcedWithinMs
    if (turn !== undefined && name !== undefined && this.#cameAt(path, tryLstat(path)?.ctimeMs) >= since)
      this.tables.versions.name({ ...turn, path: name, before: absentKey, since })
  }

  /** When a file came unannounced, which may be long before a scan found it. If unknown, when it last changed. */
  #cameAt(path: string, changedAt = 0): number {
    return this.#unannounced.size < maxUnannounced ? this.#unannounced.get(path) ?? changedAt : 0
  }

  /**
   * Attributes an unannounced change to the agent if a call that has just completed shows exactly this change: many
   * agents edit a file before Parley has scanned it for the call. Returns whether it did.
   */
  #claimShown(path: string, { diffs, from, to }: NonNullable<CallPaths['shown']>, note: CallNote & Note): boolean {
    const turn = this.#onlyNaming(path, note)
    const name = this.toRelative(path)
    const last = name === undefined ? undefined : this.tables.versions.ofPath(name).at(-1)
    const changedAt = tryLstat(path)?.ctimeMs ?? 0
    const isInTime = this.#cameAt(path, changedAt) >= from && changedAt <= to
    if (turn === undefined || last === undefined || !isInTime)
      return false
    const [before, after] = [parseState(last.before), parseState(last.after)]
    const isSameMode = before.kind !== 'file' || (after.kind === 'file' && before.mode === after.mode)
    const [old, fresh] = [this.#readText(before), this.#readText(after)]
    const isShown = isSameMode && fresh !== undefined && (old !== undefined || before.kind === 'absent')
      && editsProduce(diffs.filter(diff => diff.path === path), old, fresh)
    if (isShown)
      this.#unannounced.delete(path)
    return isShown && this.tables.versions.name({ ...turn, path: last.path, before: last.before, since: last.at })
  }

  #onlyNaming(path: string, { threadId, at }: CallNote & Note): TurnEvidence | undefined {
    const isNaming = ({ named }: TurnEvidence): boolean =>
      named.get(path)?.some(({ to }) => to > at - announcedWithinMs) === true
    const [turn, other] = this.#evidence.turnsAt(at).filter(isNaming)
    return turn?.threadId === threadId && other === undefined ? turn : undefined
  }

  #readText(state: FileState): string | undefined {
    const bytes = state.kind === 'file' ? this.readContent(state.hash, maxShownBytes) : undefined
    return bytes && isUtf8(bytes) ? bytes.toString() : undefined
  }

  #scan(scope: 'reported' | 'all', { turns, defersLarge, knownUpTo }: {
    turns?: readonly TurnEvidence[] | undefined
    defersLarge: boolean
    knownUpTo?: number | undefined
  }): number {
    const startedAt = Date.now()
    const count = this.#scanner.scan(scope, { ...this.#attribution(turns), defersLarge, knownUpTo })
    this.#scannedUpTo = Math.min(knownUpTo ?? startedAt, startedAt)
    return count
  }

  #attribution(turns?: readonly TurnEvidence[]): Pick<ScanOptions, 'attribute' | 'isBeingWritten'> {
    const now = Date.now()
    const open = turns ?? this.#evidence.turnsAt(now, Math.min(this.#scannedUpTo, now))
    const findAuthor = (path: string, state: string, createdAt?: number): Attribution => {
      const content = toContentKey(parseState(state))
      const writer = content === undefined ? undefined : this.#evidence.pendingWriter(path, content)
      const found = writer ?? attribute({
        path,
        isInEditor: () => this.#scanner.isInEditor(path),
        isUnsaved: this.#evidence.isUnsaved(path, now),
        savedAt: () => tryLstat(path)?.ctimeMs,
        createdAt,
      }, open)
      if (createdAt !== undefined && found.by === 'unannounced' && this.#unannounced.size < maxUnannounced)
        this.#unannounced.set(path, createdAt)
      else if (createdAt !== undefined)
        this.#unannounced.delete(path)
      return found
    }
    return { attribute: findAuthor, isBeingWritten: (path, changedAt) => this.#evidence.isBeingWritten(path, changedAt) }
  }

  /** Uses several transactions, so that finished reads are kept if Parley exits. */
  #readDeferredUntil(until: number): void {
    while (performance.now() < until && this.readMore(Math.min(200, until - performance.now())))
      ;
  }
}
