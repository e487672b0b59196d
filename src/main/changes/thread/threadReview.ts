import type {
  ChangedBy,
  ChangeList,
  ChangeTexts,
  PlannedChange,
  RevertedFile,
  ReviewOutcome,
  ReviewProgress,
  UndoableAct,
} from '../../../shared/changes/change'
import type { TakenBackEvent } from '../../../shared/thread/deedEvents'
import type { BeforeWrite } from '../../workspace/files/replaceFile'
import type { LedgerOutcome, RestoredFile, ReviewTally, TurnRange } from '../ledgerCalls'
import type { LedgerClient } from '../ledgers'
import type { FolderTurns } from './folderTurns'
import type { FolderLedger, ThreadLedgers } from './threadLedgers'
import type { ChangesLog } from './turnSummaries'
import { HostError } from '../../../shared/errors'
import { LongOperation } from './longOperation'
import { findLatestAct, mergeLists, mergeOutcomes } from './mergeResults'

const undoneElsewhere = 'It was undone already, or something else was decided since: what can be undone is another thing now.'

interface ThreadReviewOptions {
  readonly threadId: string
  readonly log: ChangesLog
  readonly ledgers: ThreadLedgers
  readonly turns: FolderTurns
  /** Called with the number of files with pending changes. */
  readonly onPending: (count: number) => void
}

/** The review of a thread's changes. */
export class ThreadReview {
  readonly #options: ThreadReviewOptions
  readonly #operation = new LongOperation()

  constructor(options: ThreadReviewOptions) {
    this.#options = options
  }

  async list(range: TurnRange): Promise<ChangeList> {
    const lists = await Promise.all((await this.#options.ledgers.all()).map(({ ledger }) => ledger.list(range)))
    if (lists.length > 0 && range.from === undefined && range.to === undefined)
      this.#options.onPending(mergeLists(lists).pending)
    return lists.length > 0
      ? mergeLists(lists)
      : { files: [], count: 0, reviewed: 0, pending: 0, marks: [], gap: 'Changes are not recorded. That is switched off in Settings.' }
  }

  async read(change: TurnRange & { path: string }): Promise<ChangeTexts> {
    const { ledger } = await this.#options.ledgers.get(change.path)
    return ledger.read(change)
  }

  /** Stores the number of pending files and what was reverted. Never rejects. */
  async count(): Promise<void> {
    const { threadId, log, ledgers, turns, onPending } = this.#options
    try {
      const tallies = await Promise.all((await ledgers.all()).map(({ ledger }) => ledger.tally({ threadId })))
      onPending(tallies.reduce((sum, { pending }) => sum + pending, 0))
      log.flush() // recent log entries must be in the transcript
      const files = findNewlyReverted(log.transcript.head.takenBack ?? [], tallies)
      if (files.length > 0)
        log.add({ type: 'takenBack', files })
    }
    catch (error) {
      turns.report(error, 'counting the changes to review')
    }
  }

  /** Performs the person's own write, so that it is never attributed to an agent. */
  async recordSave<T>(path: string, work: (beforeWrite: BeforeWrite) => Promise<T>): Promise<T> {
    const { ledgers, turns } = this.#options
    await ledgers.folders().catch(error => turns.report(error, 'recording a save'))
    return turns.write(path, { by: 'you' }, work)
  }

  /** Performs the person's own changes other than saving. `contents`: the `toContentKey` of each file afterwards. */
  async recordOwnChange<T>(contents: ReadonlyMap<string, string>, work: () => Promise<T>): Promise<T> {
    const { ledgers, turns } = this.#options
    await ledgers.folders().catch(error => turns.report(error, 'recording a change'))
    return turns.changeOwn(contents, work)
  }

  async decide({ files, ...decision }: Parameters<LedgerClient['decide']>[0]): Promise<ReviewOutcome> {
    return this.#counted(this.#each(files, (ledger, files) => ledger.decide({ ...decision, files })))
  }

  async previewReject(range: TurnRange): Promise<PlannedChange[]> {
    return (await Promise.all((await this.#options.ledgers.all()).map(({ ledger }) => ledger.previewReject(range)))).flat()
  }

  /** Decides about everything that was pending at these marks. */
  async decideAll(
    { marks, ...decision }: TurnRange & { act: 'keep' | 'reject', marks: readonly number[], by?: ChangedBy | undefined },
  ): Promise<ReviewOutcome> {
    const { ledgers, turns } = this.#options
    this.#operation.begin()
    const outcomes: ReviewOutcome[] = []
    for (const [place, { folder, ledger }] of (await ledgers.all()).entries()) {
      const mark = marks[place]
      if (mark === undefined || this.#operation.isStopped)
        continue
      outcomes.push(await this.#operation.finish(ledger, await ledger.decideAll({ ...decision, mark })))
      turns.changed(folder)
    }
    return this.#counted(Promise.resolve(mergeOutcomes(outcomes)))
  }

  /** Progress of the running decision; `undefined` if none runs. */
  get progress(): ReviewProgress | undefined {
    return this.#operation.progress
  }

  /** Stops the running decision. The remaining files stay unchanged. */
  stop(): void {
    this.#operation.stop()
  }

  async undoDecision(decision: Parameters<LedgerClient['undoDecision']>[0]): Promise<ReviewOutcome> {
    return this.#counted(this.#each([decision], ledger => ledger.undoDecision(decision)))
  }

  /**
   * Undoes the last decision if it is still the one offered. The rules for restores also apply to undoing a restore.
   */
  async undo({ operation, at }: Pick<UndoableAct, 'operation' | 'at'>): Promise<ReviewOutcome> {
    const { ledgers, turns } = this.#options
    const found = (await this.#lastActs()).find(({ last }) => last?.operation === operation && last.at === at)
    if (!found)
      throw new HostError('not_found', undoneElsewhere)
    const undo = (): Promise<ReviewOutcome> => this.#counted(this.#undo(found, operation))
    return found.last?.act === 'restore' ? turns.runRestore(await ledgers.folders(), undo) : undo()
  }

  async previewRestore(promptId: string): Promise<PlannedChange[]> {
    const { threadId, ledgers } = this.#options
    return (await Promise.all((await ledgers.all()).map(({ ledger }) => ledger.previewRestore({ threadId, promptId })))).flat()
  }

  /** Throws `busy` while an agent works in one of the folders. */
  async restore(promptId: string, files: readonly RestoredFile[]): Promise<ReviewOutcome> {
    const { threadId, ledgers, turns } = this.#options
    return turns.runRestore(await ledgers.folders(), async () => {
      const outcome = await this.#counted(this.#each(files, (ledger, files) => ledger.restore({ threadId, promptId, files })))
      const undo = findLatestAct((await this.#lastActs()).map(({ last }) => last))
      return { ...outcome, ...outcome.done > 0 && undo?.act === 'restore' && { undo } }
    })
  }

  async claim(claim: TurnRange & { path: string, by: 'you' | 'asked' }): Promise<void> {
    const { folder, ledger } = await this.#options.ledgers.get(claim.path)
    await ledger.claim(claim)
    this.#options.turns.changed(folder)
    await this.count()
  }

  async #each<F extends { readonly path: string }>(
    files: readonly F[],
    ask: (ledger: LedgerClient, files: readonly F[]) => Promise<LedgerOutcome>,
  ): Promise<ReviewOutcome> {
    this.#operation.begin()
    return this.#options.ledgers.each(files, async (ledger, files) => this.#operation.finish(ledger, await ask(ledger, files)))
  }

  async #lastActs(): Promise<(FolderLedger & { readonly last: UndoableAct | undefined })[]> {
    const { threadId, ledgers } = this.#options
    return Promise.all((await ledgers.all()).map(async at => ({ ...at, last: await at.ledger.lastAct({ threadId }) })))
  }

  async #undo({ folder, ledger }: FolderLedger, operation: number): Promise<ReviewOutcome> {
    const { threadId, turns } = this.#options
    const begun = await ledger.undo({ threadId, operation })
    if (!begun)
      throw new HostError('not_found', undoneElsewhere)
    this.#operation.begin()
    const outcome = await this.#operation.finish(ledger, begun)
    turns.changed(folder)
    return outcome
  }

  async #counted<T>(work: Promise<T>): Promise<T> {
    const result = await work
    await this.count()
    return result
  }
}

/** Returns files whose reverted state differs between log and ledgers, in the ledgers' state. */
export function findNewlyReverted(
  logged: readonly RevertedFile[],
  tallies: readonly ReviewTally[],
): TakenBackEvent['files'] {
  const now = tallies.flatMap(tally => tally.takenBack)
  const acts = groupActsByTurn(now)
  const known = groupActsByTurn(logged)
  // The log keeps its state for turns that the ledgers have pruned.
  const turns = new Set(tallies.flatMap(tally => tally.turns))
  const gone = logged.filter(({ promptId, path }) => turns.has(promptId) && !acts.get(promptId)?.has(path))
  return [
    ...gone.map(({ promptId, path }) => ({ promptId, path })),
    ...now.filter(({ promptId, path, act }) => known.get(promptId)?.get(path) !== act),
  ]
}

function groupActsByTurn(files: readonly RevertedFile[]): Map<string, Map<string, RevertedFile['act']>> {
  const acts = new Map<string, Map<string, RevertedFile['act']>>()
  for (const { promptId, path, act } of files)
    acts.set(promptId, (acts.get(promptId) ?? new Map<string, RevertedFile['act']>()).set(path, act))
  return acts
}
