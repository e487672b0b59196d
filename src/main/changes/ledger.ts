import type { Buffer } from 'node:buffer'
import type { LedgerCalls, TurnRange } from './ledgerCalls'
import type { KnownChange, LedgerFolder } from './ledgerFolder'
import { isAgents } from '../../shared/changes/change'
import { isWithin } from '../../shared/paths'
import { type LedgerDatabase, openLedgerDatabase } from './store/ledgerDatabase'
import { ledgerTables, type LedgerTables } from './store/ledgerTables'
import { asStorageError } from '../store/storageError'
import { attribute, type Author } from './attribute'
import { claimChange } from './claimChange'
import { absentKey, type FileState, stateKey } from './fileState'
import { TurnGit } from './git/turnGit'
import { LedgerCare } from './ledgerCare'
import { isInEditor } from './see/editorLock'
import { namePath, placeOf } from './see/paths'
import { statsOf } from './see/readState'
import { type SeeLimits, seeLimits } from './see/seeLimits'
import { SeenFolder } from './see/seenFolder'
import { turnSummary } from './turnSummary'

/** How long a prompt waits for files to be read, of 2 s at most. */
const beginForMs = 1_200
/** How long a turn's end reads files that were left for later. */
const endForMs = 5_000
/** Hints may be missed, so before a prompt everything is looked at, unless that takes longer than this and was done a moment ago. */
const quickLookMs = 150
const freshForMs = 30_000

/** What was made that long before the agent told of it, at most, is its own. */
const toldWithinMs = 1_000

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
  readonly onHeard: () => void
  /** Where the ledgers of all folders lie, for their limit; absent: it has none. */
  readonly allFolder?: string | undefined
  /** The program of its thread, for a second one; absent: it looks alone. */
  readonly programPath?: string | undefined
  readonly limits?: SeeLimits | undefined
}

type Seeing = Pick<LedgerCalls, 'beginTurn' | 'abandonTurn' | 'endTurn' | 'look' | 'lookAt' | 'claim' | 'forget'>

/** One folder's ledger: sees what changes, knows who did it, and keeps what was there. Lives in a worker: its looks block. */
export class Ledger implements LedgerFolder, Seeing {
  readonly root: string
  readonly database: LedgerDatabase
  readonly tables: LedgerTables
  readonly #seen: SeenFolder
  readonly #care: LedgerCare
  readonly #git: TurnGit

  constructor({ folder, storeFolder, allFolder, closed, home, onHeard, programPath, limits = seeLimits }: LedgerOptions) {
    this.root = folder
    this.#git = new TurnGit(folder)
    this.database = openLedgerDatabase(storeFolder)
    this.tables = ledgerTables(this.database)
    this.#care = new LedgerCare({ database: this.database, tables: this.tables, limits, folder: storeFolder, allFolder })
    this.#seen = new SeenFolder({
      root: folder,
      tables: this.tables,
      storeFolder,
      closed: closed.filter(path => isWithin(path, folder, process.platform)),
      isNamedOnly: isWithin(home, folder, process.platform),
      onHeard,
      programPath,
      limits,
      room: this.#care,
    })
    // Turns that Parley, or the worker, ended in. One that still runs is ended once more later.
    for (const turn of this.tables.turns.open())
      this.tables.turns.end({ ...turn, last: this.tables.versions.last() })
  }

  get hasOpenTurn(): boolean {
    return this.tables.turns.open().length > 0
  }

  /** The system reports no changes: the folder has to be looked at now and then. */
  get isDeaf(): boolean {
    return this.#seen.isDeaf
  }

  /** Something found no room: `collect` makes some. */
  get wantsCare(): boolean {
    return this.#care.isWanted
  }

  beginTurn = ({ threadId, promptId, witness }: Parameters<LedgerCalls['beginTurn']>[0]): ReturnType<LedgerCalls['beginTurn']> => {
    const until = performance.now() + beginForMs
    this.transaction(() => {
      const isAll = this.#seen.lookTookMs < quickLookMs || Date.now() - this.#seen.lookedAt > freshForMs
      this.#seen.look(isAll ? 'all' : 'heard', { authorOf: this.#authorBy(witness), defersLarge: false })
      this.tables.turns.begin({ threadId, promptId, first: this.tables.versions.last(), at: Date.now() })
    })
    this.#seen.retry()
    this.#readUntil(until)
    this.#git.begin(threadId)
    const gap = this.#seen.gap()
    return gap === undefined ? {} : { gap }
  }

  abandonTurn = ({ threadId, promptId }: Parameters<LedgerCalls['abandonTurn']>[0]): void => {
    this.transaction(() => this.tables.turns.remove(threadId, promptId))
    this.#git.forget(threadId)
  }

  endTurn = ({ threadId, promptId, witness }: Parameters<LedgerCalls['endTurn']>[0]): ReturnType<LedgerCalls['endTurn']> => {
    this.transaction(() => this.#seen.look('all', { authorOf: this.#authorBy(witness), defersLarge: false }))
    this.#readUntil(performance.now() + endForMs)
    const gap = this.#seen.gap()
    const last = this.tables.versions.last()
    this.transaction(() => this.tables.turns.end({ threadId, promptId, last, ...gap !== undefined && { gap } }))
    const first = this.tables.turns.read(threadId, promptId)?.first ?? last
    const marks = { first, last }
    const summary = turnSummary({ tables: this.tables, threadId, marks, placeOf: path => this.absoluteOf(path) ?? path })
    const git = this.#git.changeSince(threadId)
    return { ...summary, ...gap !== undefined && { gap }, ...git && { git: [git] } }
  }

  look = ({ witness, until }: Parameters<LedgerCalls['look']>[0]): ReturnType<LedgerCalls['look']> => {
    const count = this.transaction(() => this.#seen.look('heard', { authorOf: this.#authorBy(witness), defersLarge: true, until }))
    return { isChanged: count > 0 }
  }

  lookAt = ({ paths, witness, until, by, since, told }: Parameters<LedgerCalls['lookAt']>[0]): void => {
    const authorOf = by === undefined ? this.#authorBy(witness) : () => by
    const isWritten = by !== undefined && isAgents(by.by)
    this.transaction(() => {
      this.#seen.lookAt(paths, { authorOf, defersLarge: false, until, isWritten })
      paths.filter(path => told?.has(path)).forEach(path => this.#nameMade(path, witness))
      // Only the person's: what a look took for somebody's may hold more than what was written.
      if (by?.by === 'you' && since !== undefined)
        paths.forEach(path => this.#noteSaved(path, since))
    })
  }

  claim = ({ path, ...claim }: TurnRange & { path: string, by: 'you' | 'asked' }): void => {
    const name = this.nameOf(path)
    if (name !== undefined)
      this.transaction(() => claimChange(this.tables, { name, ...claim }))
  }

  forget = ({ threadId }: { threadId: string }): void => {
    const isAll = this.transaction(() => this.#care.forget(threadId))
    this.#care.shrink()
    this.#git.forget(threadId)
    if (isAll)
      this.#seen.forget()
  }

  /** Deletes what is no longer needed, a little at a time. Returns whether more is left. */
  collect(): boolean {
    if (this.transaction(() => this.#care.step()))
      return true
    this.#care.shrink()
    if (this.#care.stepOfAll())
      return true
    this.#seen.retry()
    return false
  }

  /** Reads files that are known by size and time only. Returns whether some are left. */
  readMore(forMs: number): boolean {
    return this.transaction(() => this.#seen.readMore(forMs))
  }

  bytesOf(hash: string, maxBytes?: number): Buffer | undefined {
    return this.tables.contents.read(hash, maxBytes)
  }

  keep(bytes: Buffer): string {
    return this.tables.contents.keep(bytes)
  }

  stateAt(path: string): FileState {
    return this.#seen.stateAt(path)
  }

  record({ path, before, after, author, ...rest }: KnownChange): number {
    this.#seen.note(path, after)
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
      this.#seen.forget()
      throw asStorageError(error)
    }
  }

  absoluteOf(path: string): string | undefined {
    return placeOf(this.root, path)
  }

  nameOf(absolute: string): string | undefined {
    return namePath(this.root, absolute) || undefined
  }

  dispose(): void {
    this.#seen.close()
    this.database.close()
  }

  /** A look may have come between a save and the word of it. */
  #noteSaved(path: string, since: number): void {
    const name = this.nameOf(path)
    if (name !== undefined)
      this.tables.versions.save({ path: name, after: stateKey(this.stateAt(name)), since })
  }

  /** Many agents tell of a new file right after they made it. */
  #nameMade(path: string, witness: Parameters<typeof attribute>[1]): void {
    const [naming, other] = witness.filter(({ named }) => named.get(path)?.some(({ to }) => to > Date.now() - toldWithinMs))
    const name = this.nameOf(path)
    if (naming !== undefined && other === undefined && name !== undefined)
      this.tables.versions.name({ ...naming, path: name, before: absentKey, since: Date.now() - toldWithinMs })
  }

  #authorBy(witness: Parameters<typeof attribute>[1]): (path: string) => Author {
    return path => attribute({ path, isInEditor: () => isInEditor(path), savedAt: () => statsOf(path)?.ctimeMs }, witness)
  }

  /** In transactions of some packs each: what was read is kept even if Parley ends. */
  #readUntil(until: number): void {
    while (performance.now() < until && this.readMore(Math.min(200, until - performance.now())))
      ;
  }
}
