import type { ReviewOutcome } from '../../../shared/changes/change'
import type { Note } from '../evidence'
import type { LedgerClient } from '../ledgers'
import type { FolderTurns, FolderUser } from './folderTurns'
import { HostError } from '../../../shared/errors'
import { isWithin, removeNested } from '../../../shared/paths'
import { mergeOutcomes } from './mergeResults'

/** A folder of a thread, with its ledger. */
export interface FolderLedger {
  readonly folder: string
  readonly ledger: LedgerClient
}

interface ThreadLedgersOptions {
  readonly turns: FolderTurns
  /** Real paths of the agent's folders, the thread's own first. */
  readonly folders: () => Promise<readonly string[]>
  readonly user: FolderUser
}

/** The ledgers of a thread's folders. */
export class ThreadLedgers {
  readonly #options: ThreadLedgersOptions
  #folders: Promise<readonly string[]> | undefined
  #joined: readonly string[] = []
  #isDisposed = false
  #leave: (() => void)[] = []

  constructor(options: ThreadLedgersOptions) {
    this.#options = options
  }

  /** The thread's folders, marked as in use from now on. Nested ones are recorded with the outer one. */
  folders(): Promise<readonly string[]> {
    return this.#folders ??= this.#join().catch((error: unknown) => {
      this.#folders = undefined // it may exist the next time
      throw error
    })
  }

  /** Empty if changes are not recorded. */
  async all(): Promise<readonly FolderLedger[]> {
    return (await this.folders()).flatMap((folder) => {
      const ledger = this.#options.turns.ledger(folder)
      return ledger ? [{ folder, ledger }] : []
    })
  }

  async find(path: string): Promise<FolderLedger | undefined> {
    return (await this.all()).find(({ folder }) => isWithin(path, folder, process.platform))
  }

  /** Throws if no folder of the thread contains the path. */
  async get(path: string): Promise<FolderLedger> {
    const found = await this.find(path)
    if (!found)
      throw new HostError('not_found', 'No changes to this file are recorded.')
    return found
  }

  /** Passes an event to each folder's ledger immediately. Does nothing before the thread uses its folders. */
  notify(note: Note): void {
    this.#options.turns.notifyOfThread(this.#joined, note)
  }

  /** Calls each folder's ledger with its own files, then notifies the threads that use the folder. */
  async each<F extends { readonly path: string }>(
    files: readonly F[],
    ask: (ledger: LedgerClient, files: readonly F[]) => Promise<ReviewOutcome>,
  ): Promise<ReviewOutcome> {
    const outcomes: ReviewOutcome[] = []
    for (const { folder, ledger } of await this.all()) {
      const own = files.filter(({ path }) => isWithin(path, folder, process.platform))
      if (own.length === 0)
        continue
      outcomes.push(await ask(ledger, own))
      this.#options.turns.changed(folder)
    }
    return mergeOutcomes(outcomes)
  }

  dispose(): void {
    this.#isDisposed = true
    this.#leave.forEach(leave => leave())
    this.#leave = []
    this.#joined = []
  }

  async #join(): Promise<readonly string[]> {
    const { turns, user } = this.#options
    const folders = removeNested(await this.#options.folders(), process.platform)
    if (this.#isDisposed)
      return folders
    this.#leave = folders.map(folder => turns.join(folder, user))
    this.#joined = folders
    return folders
  }
}
