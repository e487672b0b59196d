import type { TurnWitness } from '../../changes/ledgerCalls'
import type { LedgerClient } from '../../changes/ledgers'
import type { Report } from '../../system/report'
import { HostError } from '../../../shared/errors'
import { lateMs } from './evidence'

/** Where the ledgers of folders are; `undefined` where changes are not recorded. */
export interface LedgerSource {
  of: (folder: string) => LedgerClient | undefined
}

/** A thread that uses a folder. */
export interface FolderUser {
  /** Its turn runs, or is about to. */
  readonly isWorking: () => boolean
  /** What is known of its turn, while that runs and a moment longer. */
  readonly witness: () => TurnWitness | undefined
  /** The changes in the folder, or the decisions about them, have changed. */
  readonly changed: () => void
}

/** Which threads use which folders, and whose turns are open there: a change is attributed by all of them. Shared by all threads. */
export class FolderTurns {
  readonly #users = new Map<string, Set<FolderUser>>()
  /** What puts files back at the moment, by folder. */
  readonly #putting = new Map<string, Promise<unknown>>()
  readonly #source: LedgerSource
  readonly #report: Report
  /** The paths of files with unsaved text. */
  readonly unsaved: () => readonly string[]

  constructor({ source, report, unsaved }: { source: LedgerSource, report: Report, unsaved: () => readonly string[] }) {
    this.#source = source
    this.unsaved = unsaved
    this.#report = report
  }

  /** Returns a function by which it leaves again. */
  join(folder: string, user: FolderUser): () => void {
    const users = this.#users.get(folder) ?? new Set()
    this.#users.set(folder, users.add(user))
    return () => {
      users.delete(user)
      if (users.size === 0)
        this.#users.delete(folder)
    }
  }

  /** Reports an error that nobody waits for. A ledger that closes with Parley is no error: it finds the rest at the next start. */
  report(error: unknown, doing: string): void {
    if (!(error instanceof HostError && error.code === 'closed'))
      this.#report(error, doing)
  }

  ledger(folder: string): LedgerClient | undefined {
    return this.#source.of(folder)
  }

  witnesses(folder: string): TurnWitness[] {
    return [...this.#users.get(folder) ?? []].flatMap(user => user.witness() ?? [])
  }

  /** The same, where one thread's turn is told by what was known of it at some other moment. */
  witnessesWith(folder: string, threadId: string, own: TurnWitness | undefined): TurnWitness[] {
    const others = this.witnesses(folder).filter(witness => witness.threadId !== threadId)
    return own ? [...others, own] : others
  }

  /** The one thread of which a tool call that is open, or ended a moment ago, names the path. `undefined`: none, or several. */
  threadNaming(path: string): string | undefined {
    const witnesses = [...this.#users.keys()].flatMap(folder => this.witnesses(folder))
    const isNaming = ({ named }: TurnWitness): boolean => named.get(path)?.some(({ to }) => to > Date.now() - lateMs) === true
    const naming = new Set(witnesses.filter(isNaming).map(({ threadId }) => threadId))
    return naming.size === 1 ? [...naming][0] : undefined
  }

  /** Something happened in the folder. */
  heard(folder: string): void {
    this.look(folder).catch(error => this.report(error, 'looking for changes'))
  }

  /**
   * Has the folder's ledger look where changes were reported, and tells the threads if it found any. `until`: what was known of one
   * thread's turn up to this moment, if that may differ from now on.
   */
  async look(folder: string, until?: TurnWitness): Promise<void> {
    const witness = until ? this.witnessesWith(folder, until.threadId, until) : this.witnesses(folder)
    const found = await this.ledger(folder)?.look({ witness, until: until?.knownAt ?? Date.now() })
    if (found?.isChanged)
      this.changed(folder)
  }

  changed(folder: string): void {
    for (const user of this.#users.get(folder) ?? [])
      user.changed()
  }

  /**
   * Does what puts files back as they were: not under an agent's hands. Throws `busy` while one works in one of the folders; prompts wait
   * until it is done.
   */
  async putBack<T>(folders: readonly string[], work: () => Promise<T>): Promise<T> {
    if (folders.some(folder => [...this.#users.get(folder) ?? []].some(user => user.isWorking())))
      throw new HostError('busy', 'An agent is working in this folder. Stop it, or wait until it has finished.')
    const working = work()
    const done = Promise.all([...folders.map(folder => this.#putting.get(folder)), working.catch(() => undefined)]) // `working` tells it
    folders.forEach(folder => this.#putting.set(folder, done))
    try {
      return await working
    }
    finally {
      folders.filter(folder => this.#putting.get(folder) === done).forEach(folder => this.#putting.delete(folder))
    }
  }

  /** Resolves once nothing is being put back in the folder. */
  async whenPutBack(folder: string): Promise<void> {
    await this.#putting.get(folder)
  }
}
