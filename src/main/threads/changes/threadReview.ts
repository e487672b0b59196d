import type { ChangeList, ChangeTexts, RestoreStep, ReviewOutcome } from '../../../shared/changes/change'
import type { TurnRange } from '../../changes/ledgerCalls'
import type { LedgerClient } from '../../changes/ledgers'
import type { FolderTurns } from './folderTurns'
import type { FolderLedger, ThreadLedgers } from './threadLedgers'
import { HostError } from '../../../shared/errors'
import { joinLists } from './joinFolders'

/** What `ThreadReview` needs. */
export interface ThreadReviewOptions {
  readonly threadId: string
  readonly ledgers: ThreadLedgers
  readonly turns: FolderTurns
}

/** What the person sees of a thread's changes, and decides. */
export class ThreadReview {
  readonly #options: ThreadReviewOptions
  /** The files that were decided last: undo begins in their folder. */
  #lastDecided: string | undefined

  constructor(options: ThreadReviewOptions) {
    this.#options = options
  }

  async list(range: TurnRange): Promise<ChangeList> {
    const lists = await Promise.all((await this.#looked()).map(({ ledger }) => ledger.list(range)))
    return lists.length > 0
      ? joinLists(lists)
      : { files: [], count: 0, gap: 'Changes are not recorded. That is switched off in Settings.' }
  }

  async read(change: TurnRange & { path: string }): Promise<ChangeTexts> {
    const { folder, ledger } = await this.#options.ledgers.get(change.path)
    await this.#options.turns.look(folder)
    return ledger.read(change)
  }

  decide({ files, ...decision }: Parameters<LedgerClient['decide']>[0]): Promise<ReviewOutcome> {
    this.#lastDecided = files[0]?.path
    return this.#options.ledgers.each(files, (ledger, files) => ledger.decide({ ...decision, files }))
  }

  /** Takes back what was decided last. */
  async undo(): Promise<ReviewOutcome> {
    const { threadId, ledgers, turns } = this.#options
    const first = this.#lastDecided === undefined ? undefined : await ledgers.find(this.#lastDecided)
    for (const { folder, ledger } of [...first ? [first] : [], ...await ledgers.all()]) {
      if ((await ledger.list({ threadId })).undo === undefined)
        continue
      const outcome = await ledger.undo({ threadId })
      turns.changed(folder)
      return outcome
    }
    throw new HostError('not_found', 'There is nothing to undo.')
  }

  async previewRestore(promptId: string): Promise<RestoreStep[]> {
    const { threadId } = this.#options
    return (await Promise.all((await this.#looked()).map(({ ledger }) => ledger.previewRestore({ threadId, promptId })))).flat()
  }

  /** Throws `busy` while an agent works in one of the folders. */
  async restore(promptId: string, files: readonly { path: string, current: string }[]): Promise<ReviewOutcome> {
    const { threadId, ledgers, turns } = this.#options
    for (const folder of await ledgers.folders())
      turns.refuseWhileWorking(folder)
    this.#lastDecided = files[0]?.path
    return ledgers.each(files, (ledger, files) => ledger.restore({ threadId, promptId, files }))
  }

  async claim(claim: TurnRange & { path: string, by: 'you' | 'asked' }): Promise<void> {
    const { folder, ledger } = await this.#options.ledgers.get(claim.path)
    await ledger.claim(claim)
    this.#options.turns.changed(folder)
  }

  /** The folders as they are now, not as they were when something was last heard of them. */
  async #looked(): Promise<readonly FolderLedger[]> {
    const { ledgers, turns } = this.#options
    const all = await ledgers.all()
    await Promise.all(all.map(({ folder }) => turns.look(folder)))
    return all
  }
}
