import type { LedgerCalls, TurnRange } from './ledgerCalls'
import type { KnownChange, LedgerFolder } from './ledgerFolder'
import type { NamedScan } from './scan/singleFiles'
import { Buffer } from 'node:buffer'
import { randomUUID } from 'node:crypto'
import { isAgents } from '../../shared/changes/change'
import { isWithin } from '../../shared/paths'
import { asStorageError } from '../store/storageError'
import { attribute, type Attribution } from './attribute'
import { type CallNote, Evidence, type Note, type TurnEvidence, type WriteNote } from './evidence'
import { absentKey, contentKey, type FileState, parseState, stateKey } from './fileState'
import { LedgerPruning } from './ledgerPruning'
import { reassignChange } from './reassignChange'
import { FolderScanner, type ScanOptions } from './scan/folderScanner'
import { placeOf, relativePath } from './scan/paths'
import { tryLstat } from './scan/readState'
import { type ScanLimits, scanLimits } from './scan/scanLimits'
import { hashBytes } from './store/contents'
import { dropReportedLosses, type LedgerDatabase, openLedgerDatabase, readLosses } from './store/ledgerDatabase'
import { ledgerTables, type LedgerTables } from './store/ledgerTables'
import { TurnGit } from './turnGit'
import { turnSummary } from './turnSummary'

/** How long a prompt waits for files to be read, of 2 s at most. */
const beginForMs = 1_200
/** How long the end of a turn reads deferred files. */
const endForMs = 5_000
/**
 * Hints may be missed, so before a prompt everything is looked at, unless that takes longer than this and was done a
 * moment ago.
 */
const quickScanMs = 150
const freshForMs = 30_000

/** What was made that long before the agent told of it, at most, is its own. */
const announcedWithinMs = 1_000

/** What a `Ledger` needs. */
export interface LedgerOptions {
  /** The real path of the folder. */
  readonly folder: string
  /** Where its ledger lies. */
  readonly storeFolder: string
  /** Real paths of folders that are never recorded, such as Parley's own. */
  readonly closed: readonly string[]
  /** The person's home. */
  readonly home: string
  /** Something may have changed in the folder. */
  readonly onReported: () => void
  /** What shows whose a change is. */
  readonly evidence?: Evidence | undefined
  /** The review is about to write, or has written. */
  readonly onWrite?: ((note: WriteNotes) => void) | undefined
  /** Where the ledgers of all folders lie, for their limit; absent: it has none. */
  readonly allFolder?: string | undefined
  /** The program of its thread, for a second one; absent: it looks alone. */
  readonly programPath?: string | undefined
  readonly limits?: ScanLimits | undefined
}

type WriteNotes = Extract<Note, { kind: 'write' | 'written' }>
type TurnCalls = Pick<LedgerCalls, 'beginTurn' | 'abandonTurn' | 'endTurn' | 'claim' | 'forget'>

/**
 * One folder's ledger: sees what changes, knows who did it, and keeps what was there. Lives in a worker: its looks
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

  constructor(options: LedgerOptions) {
    const { folder, storeFolder, allFolder, closed, home, onReported, onWrite, programPath, limits = scanLimits } = options
    this.root = folder
    this.#evidence = options.evidence ?? new Evidence()
    this.#onWrite = onWrite
    this.#git = new TurnGit(folder)
    this.database = openLedgerDatabase(storeFolder)
    this.tables = ledgerTables(this.database)
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
    // Turns that Parley, or the worker, ended in. One that still runs is ended once more later.
    for (const turn of this.tables.turns.open())
      this.tables.turns.end({ ...turn, last: this.tables.versions.last() })
  }

  /** The system reports no changes: the folder has to be looked at now and then. */
  get isPolling(): boolean {
    return this.#scanner.isPolling
  }

  /** Something did not fit: `collect` makes some. */
  get needsPruning(): boolean {
    return this.#pruning.isNeeded
  }

  beginTurn = ({ threadId, promptId }: Parameters<LedgerCalls['beginTurn']>[0]): ReturnType<LedgerCalls['beginTurn']> => {
    const until = performance.now() + beginForMs
    this.transaction(() => {
      const isAll = this.#scanner.scanTookMs < quickScanMs || Date.now() - this.#scanner.scannedAt > freshForMs
      this.#scanner.scan(isAll ? 'all' : 'reported', { ...this.#attribution(), defersLarge: false })
      dropReportedLosses(this.database)
      this.tables.turns.begin({ threadId, promptId, first: this.tables.versions.last(), at: Date.now() })
    })
    this.#scanner.retry()
    this.#readUntil(until)
    this.#git.begin(threadId)
    const gap = this.#scanner.gap()
    return gap === undefined ? {} : { gap }
  }

  abandonTurn = ({ threadId, promptId }: Parameters<LedgerCalls['abandonTurn']>[0]): void => {
    this.transaction(() => this.tables.turns.remove(threadId, promptId))
    this.#git.forget(threadId)
  }

  endTurn = ({ threadId, promptId }: Parameters<LedgerCalls['endTurn']>[0]): ReturnType<LedgerCalls['endTurn']> => {
    this.transaction(() => this.#scanner.scan('all', { ...this.#attribution(), defersLarge: false }))
    this.#readUntil(performance.now() + endForMs)
    const gap = [...readLosses(this.database), this.#scanner.gap() ?? ''].filter(Boolean).join(' ') || undefined
    const last = this.tables.versions.last()
    this.transaction(() => this.tables.turns.end({ threadId, promptId, last, ...gap !== undefined && { gap } }))
    const first = this.tables.turns.read(threadId, promptId)?.first ?? last
    const marks = { first, last }
    const summary = turnSummary({ tables: this.tables, threadId, marks, toAbsolute: path => this.toAbsolute(path) ?? path })
    const git = this.#git.changeSince(threadId)
    return { ...summary, ...gap !== undefined && { gap }, ...git && { git: [git] } }
  }

  /**
   * Looks where changes were reported. Returns whether something had changed. `knownUpTo`: the evidence is complete up
   * to that moment, and what changed later waits for the next scan; in milliseconds since 1970.
   */
  scan(knownUpTo?: number, turns?: readonly TurnEvidence[]): boolean {
    return this.transaction(() => this.#scanner.scan('reported', { ...this.#attribution(turns), defersLarge: true, knownUpTo })) > 0
  }

  /**
   * Takes what happened, and looks at the files that it is about, before and after. Returns whether something had
   * changed.
   */
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
        // What commands changed until the last one ended is theirs. Before the first one began there was a request.
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

  /** Deletes what is no longer needed, a little at a time. Returns whether more is left. */
  collect(): boolean {
    if (this.transaction(() => this.#pruning.step()))
      return true
    this.tables.contents.shrink()
    if (this.#pruning.stepOfAll())
      return true
    this.#scanner.retry()
    return false
  }

  /** Reads files that are known by size and time only. Returns whether some are left. */
  readMore(forMs: number): boolean {
    return this.#scanner.isUnread && this.transaction(() => this.#scanner.readMore(forMs))
  }

  readContent(hash: string, maxBytes?: number): Buffer | undefined {
    return this.tables.contents.read(hash, maxBytes)
  }

  keep(bytes: Buffer): string {
    return this.tables.contents.keep(bytes)
  }

  stateAt(path: string): FileState {
    return this.#scanner.stateAt(path)
  }

  record({ path, before, after, author, ...rest }: KnownChange): number {
    this.#scanner.note(path, after)
    const { threadId, promptId, operation } = rest
    return this.tables.versions.add({
      path,
      before: stateKey(before),
      after: stateKey(after),
      author,
      at: Date.now(),
      ...threadId !== undefined && { threadId },
      ...promptId !== undefined && { promptId },
      ...operation !== undefined && { operation },
    })
  }

  announced<T>(path: string, target: FileState, write: () => T): T {
    const [place, content] = [this.toAbsolute(path), contentKey(target)]
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
      }).immediate() // another ledger's care may write here as well
    }
    catch (error) {
      this.tables.contents.forgetWaiting()
      this.#scanner.forget()
      throw asStorageError(error)
    }
  }

  toAbsolute(path: string): string | undefined {
    return placeOf(this.root, path)
  }

  toRelative(absolute: string): string | undefined {
    return relativePath(this.root, absolute) || undefined
  }

  dispose(): void {
    this.#scanner.close()
    this.database.close()
  }

  /**
   * Before a command, judges what has changed until now by what was known until now. While one runs, that makes no
   * difference.
   */
  #scanBefore({ at, threadId }: Note & { readonly threadId: string }, turns: readonly TurnEvidence[]): boolean {
    const own = turns.find(turn => turn.threadId === threadId)
    return own !== undefined && own.commandUntil !== Infinity && this.scan(at, turns)
  }

  #onCall(note: CallNote & Note): boolean {
    const isAnnounced = note.status === 'pending'
    const before = isAnnounced ? this.#evidence.turnsAt(note.at) : undefined
    const { named, ended, namedAfterStart } = this.#evidence.apply(note)
    // One that runs already may have written by now: what came just before cannot be told apart from that.
    let isChanged = before !== undefined && note.toolKind === 'execute' && this.#scanBefore(note, before)
    if (named.length > 0)
      isChanged = this.#scanPaths(named, { turns: before, knownUpTo: note.at }) || isChanged
    if (ended.length > 0)
      isChanged = this.#scanPaths(ended) || isChanged
    if (namedAfterStart.length > 0)
      this.transaction(() => namedAfterStart.forEach(path => this.#nameCreated(path, note)))
    return isChanged
  }

  #onWriteStart(note: WriteNote & Note): boolean {
    this.#evidence.apply(note)
    const name = this.toRelative(note.path)
    // Where the word comes late, what is there is no longer what was there before.
    const isWritten = name !== undefined && note.before === undefined
      && isAgents(note.author.by) && this.#holds(name, note.content)
    const isBeforeChanged = name !== undefined && this.#recordBefore(name, note)
    const isChanged = this.#scanPaths([note.path], { before: note.before, isWritten }) || isBeforeChanged
    // A scan may have come between the write and the word of it. What it took for someone's may hold more than what an
    // agent wrote.
    if (name !== undefined && note.author.by === 'you')
      this.transaction(() => this.tables.versions.save({ path: name, content: note.content, since: note.at }))
    return isChanged
  }

  /**
   * Parley wrote the file twice before anyone looked: what is on the disk is the second write's, and what was there
   * before that is the first one's.
   */
  #recordBefore(path: string, { path: place, before, at }: WriteNote & Note): boolean {
    if (before === undefined || before === 'absent')
      return false
    const bytes = Buffer.from(before.bytes)
    const author = this.#evidence.lastWriter(place, hashBytes(bytes), at)
    if (author === undefined)
      return false
    return this.transaction(() => {
      const seen = this.#scanner.seenAt(path)
      const hash = this.keep(bytes)
      if (seen?.kind !== 'file' || seen.hash === hash)
        return false
      const { by, ...turn } = author
      this.record({ path, before: seen, after: { kind: 'file', hash, mode: before.mode }, author: by, ...turn })
      return true
    })
  }

  #holds(name: string, content: string): boolean {
    return contentKey(this.transaction(() => this.stateAt(name))) === content
  }

  #onWriteEnd(note: Extract<Note, { kind: 'written' }>): boolean {
    const write = this.#evidence.write(note.id)
    const name = this.toRelative(note.path)
    try {
      // Someone wrote since: whose it is, a word that follows tells, or the next scan.
      if (write !== undefined && note.isDone && name !== undefined && !this.#holds(name, write.content))
        return false
      const isWritten = note.isDone && isAgents(write?.author.by ?? 'you')
      return write !== undefined && this.#scanPaths([note.path], { isWritten, isBeingWritten: () => false })
    }
    finally {
      this.#evidence.apply(note)
    }
  }

  /** Looks at these paths, ignored or not. */
  #scanPaths(
    paths: readonly string[],
    { turns, ...scan }: NamedScan & Partial<Pick<ScanOptions, 'knownUpTo' | 'isBeingWritten'>> & {
      readonly turns?: readonly TurnEvidence[] | undefined
    } = {},
  ): boolean {
    return this.transaction(() => this.#scanner.scanPaths(paths, { ...this.#attribution(turns), defersLarge: false, ...scan })) > 0
  }

  /** Many agents tell of a new file right after they made it. */
  #nameCreated(path: string, { threadId, at }: CallNote & Note): void {
    const [turn, other] = this.#evidence.turnsAt(at).filter(({ named }) => named.get(path)?.some(({ to }) => to > at - announcedWithinMs))
    const name = this.toRelative(path)
    if (turn?.threadId === threadId && other === undefined && name !== undefined)
      this.tables.versions.name({ ...turn, path: name, before: absentKey, since: at - announcedWithinMs })
  }

  #attribution(turns?: readonly TurnEvidence[]): Pick<ScanOptions, 'attribute' | 'isBeingWritten'> {
    const now = Date.now()
    const open = turns ?? this.#evidence.turnsAt(now)
    const findAuthor = (path: string, state: string): Attribution => {
      const content = contentKey(parseState(state))
      return (content === undefined ? undefined : this.#evidence.pendingWriter(path, content)) ?? attribute({
        path,
        isInEditor: () => this.#scanner.isInEditor(path),
        isUnsaved: this.#evidence.isUnsaved(path, now),
        savedAt: () => tryLstat(path)?.ctimeMs,
      }, open)
    }
    return { attribute: findAuthor, isBeingWritten: (path, changedAt) => this.#evidence.isBeingWritten(path, changedAt) }
  }

  /** In transactions of some packs each: what was read is kept even if Parley ends. */
  #readUntil(until: number): void {
    while (performance.now() < until && this.readMore(Math.min(200, until - performance.now())))
      ;
  }
}
