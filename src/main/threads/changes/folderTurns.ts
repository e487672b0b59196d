import type { TurnWitness } from '../../changes/ledgerCalls'
import type { LedgerClient } from '../../changes/ledgers'
import type { Report } from '../../system/report'
import { HostError } from '../../../shared/errors'

/** Where the ledgers of folders are; `undefined` where changes are not recorded. */
export interface LedgerSource {
  of: (folder: string) => LedgerClient | undefined
}

/** A thread that uses a folder. */
export interface FolderUser {
  /** Its turn runs. */
  readonly isWorking: () => boolean
  /** What is known of its turn, while that runs and a moment longer. */
  readonly witness: () => TurnWitness | undefined
  /** The changes in the folder, or the decisions about them, have changed. */
  readonly changed: () => void
}

/** Which threads use which folders, and whose turns are open there: a change is attributed by all of them. Shared by all threads. */
export class FolderTurns {
  readonly #users = new Map<string, Set<FolderUser>>()
  readonly #source: LedgerSource
  readonly #report: Report

  constructor({ source, report }: { source: LedgerSource, report: Report }) {
    this.#source = source
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
    const found = await this.ledger(folder)?.look({ witness })
    if (found?.isChanged)
      this.changed(folder)
  }

  changed(folder: string): void {
    for (const user of this.#users.get(folder) ?? [])
      user.changed()
  }

  /** Throws `busy` while an agent works in the folder: files are not put back under its hands. */
  refuseWhileWorking(folder: string): void {
    if ([...this.#users.get(folder) ?? []].some(user => user.isWorking()))
      throw new HostError('busy', 'An agent is working in this folder. Stop it, or wait until it has finished.')
  }
}
