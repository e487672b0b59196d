import type { LedgerCalls, LedgerOutcome, TurnRange } from '../ledgerCalls'
import type { LedgerFolder } from '../ledgerFolder'
import type { CountedLines } from './lineCounter'
import type { ReviewGround } from './reviewContext'
import { gradeOf } from '../../../shared/changes/change'
import { HostError } from '../../../shared/errors'
import { forever } from '../turnMarks'
import { Operations } from './apply/operations'
import { decideChanges } from './decide/decideChanges'
import { previewReject } from './decide/previewReject'
import { previewRestore, restoreFiles } from './decide/restore'
import { type Left, leftWords } from './decide/skipReasons'
import { lastAct, undoLast } from './decide/undo'
import { undoDecision } from './decide/undoDecision'
import { type FileReview, reviewFile } from './fileReview'
import { listChanges } from './listChanges'
import { pendingFiles } from './pendingFiles'
import { readChange } from './readChange'
import { RememberedMerges } from './rememberedMerges'
import { ReviewedThread } from './reviewedThread'
import { reviewedTurns, type ReviewedTurns } from './reviewedTurns'
import { reviewTables, type ReviewTables } from './reviewTables'
import { tally } from './tally'

type Calls = Pick<
  LedgerCalls,
  | 'list' | 'tally' | 'read' | 'decide' | 'previewReject' | 'decideAll' | 'goOn' | 'undoDecision' | 'lastAct' | 'undo' | 'previewRestore'
  | 'restore' | 'forget'
>

/** The answer to a decision about all files names this many of them. */
const maxNamed = 1_000

/** What the last file was read with; `stamp` says what it holds for. */
interface Reading {
  readonly stamp: string
  readonly ground: ReviewGround
  readonly turns: ReviewedTurns
}

/**
 * The reviewing half of a folder's ledger: what is pending of each thread's changes, and what the person decides about
 * it.
 */
export class Review implements Calls {
  readonly #folder: LedgerFolder
  readonly #tables: ReviewTables
  readonly #operations: Operations
  readonly #counted: CountedLines = new Map()
  #merges = new RememberedMerges()
  #reading: Reading | undefined

  /** `workForMs`: how long an operation writes before other calls get their turn; absent: until it is done. */
  constructor(folder: LedgerFolder, { workForMs = Infinity }: { workForMs?: number } = {}) {
    this.#folder = folder
    this.#tables = reviewTables(folder.database)
    this.#operations = new Operations(folder, this.#tables, workForMs)
  }

  /**
   * Finishes what was interrupted. To be called before the folder is looked at: what it still writes would count as
   * somebody else's.
   */
  rollForward(): void {
    this.#operations.rollForward()
  }

  list = (range: TurnRange): ReturnType<Calls['list']> => this.#folder.database.reading(() =>
    listChanges(this.#ground(range.threadId), reviewedTurns(this.#folder.tables.turns, range)))

  tally = ({ threadId }: Parameters<Calls['tally']>[0]): ReturnType<Calls['tally']> => this.#folder.database.reading(() =>
    tally(this.#ground(threadId)))

  read = ({ path, ...range }: TurnRange & { path: string }): ReturnType<Calls['read']> => this.#folder.database.reading(() => {
    const { ground, turns } = this.#readOn(range)
    const review = reviewOf(ground, path, turns)
    if (!review)
      throw new HostError('not_found', 'Nothing of this file changed in these turns.')
    return readChange(ground, review, review.isPast ? this.#decidableIn(ground, path, range) : undefined)
  })

  decide = ({ act, files, ...range }: Parameters<Calls['decide']>[0]): ReturnType<Calls['decide']> => {
    const ground = this.#decidedGround(range.threadId)
    return decideChanges(ground, act, files.map((file) => {
      const [review, whole] = this.#reviewsOf(ground, file.path, range)
      return { ...file, review, whole }
    }))
  }

  decideAll = ({ act, mark, by, ...range }: Parameters<Calls['decideAll']>[0]): ReturnType<Calls['decideAll']> => {
    const [ground, { turns }] = [this.#decidedGround(range.threadId), this.#folder.tables]
    const [some, all] = [reviewedTurns(turns, range), reviewedTurns(turns, { threadId: range.threadId })]
    const pending = pendingFiles(ground, { turns: some, all, mark, by })
    const files = act === 'keep' ? pending : pending.filter(({ by }) => gradeOf(by) === 'edits')
    const chosen = new Set(files)
    const outcome = decideChanges(ground, act, files)
    const left: Left[] = pending.filter(file => !chosen.has(file)).map(({ path }) => ({ path, why: 'failed', words: leftWords.notChosen }))
    return { ...outcome, left: [...left, ...outcome.left], paths: files.slice(0, maxNamed).map(({ path }) => path) }
  }

  previewReject = (range: TurnRange): ReturnType<Calls['previewReject']> => this.#folder.database.reading(() => {
    const [ground, { turns }] = [this.#ground(range.threadId), this.#folder.tables]
    const [some, all] = [reviewedTurns(turns, range), reviewedTurns(turns, { threadId: range.threadId })]
    return previewReject(ground, pendingFiles(ground, { turns: some, all, mark: forever }))
  })

  goOn = (operation: Parameters<Calls['goOn']>[0]): ReturnType<Calls['goOn']> => this.#operations.goOn(operation)

  undoDecision = ({ path, baseline, current, state, key, hunk, ...range }: Parameters<Calls['undoDecision']>[0]): LedgerOutcome => {
    const ground = this.#decidedGround(range.threadId)
    const [review, whole] = this.#reviewsOf(ground, path, range)
    return undoDecision(ground, { path, baseline, current, state, key, hunk, review, whole })
  }

  lastAct = ({ threadId }: Parameters<Calls['lastAct']>[0]): ReturnType<Calls['lastAct']> => lastAct(this.#tables, threadId)

  undo = ({ threadId, operation }: Parameters<Calls['undo']>[0]): ReturnType<Calls['undo']> =>
    undoLast(this.#decidedGround(threadId), operation)

  previewRestore = ({ threadId, promptId }: Parameters<Calls['previewRestore']>[0]): ReturnType<Calls['previewRestore']> =>
    previewRestore(this.#ground(threadId), promptId)

  restore = ({ threadId, ...restore }: Parameters<Calls['restore']>[0]): ReturnType<Calls['restore']> =>
    restoreFiles(this.#decidedGround(threadId), restore)

  /** Forgets what the review keeps of a thread; the versions are the ledger's to forget. */
  forget = ({ threadId }: Parameters<Calls['forget']>[0]): void => {
    this.#operations.rollForward() // no journal, no writes
    this.#merges = new RememberedMerges()
    this.#reading = undefined
    this.#folder.transaction(() => {
      this.#tables.baselines.forget(threadId)
      this.#tables.operations.forget(threadId)
    })
  }

  /** The review of a file in these turns, and in all of the thread's. */
  #reviewsOf(ground: ReviewGround, path: string, range: TurnRange): [FileReview | undefined, FileReview | undefined] {
    const { turns } = this.#folder.tables
    const [some, all] = [reviewedTurns(turns, range), reviewedTurns(turns, { threadId: range.threadId })]
    return [reviewOf(ground, path, some), reviewOf(ground, path, all)]
  }

  /** Which turns have to be added before the file can be decided about. */
  #decidableIn(ground: ReviewGround, path: string, { threadId, from, to }: TurnRange): 'since' | 'thread' {
    const since = to === undefined ? undefined : reviewOf(ground, path, reviewedTurns(this.#folder.tables.turns, { threadId, from }))
    return since && !since.isPast ? 'since' : 'thread'
  }

  /** A review reads file after file: what is the same for all is looked up again only when something changed. */
  #readOn(range: TurnRange): Reading {
    const stamp = JSON.stringify([this.#folder.database.changeCount(), range.threadId, range.from, range.to])
    if (this.#reading?.stamp !== stamp || this.#reading.ground.thread.texts.isUsed)
      this.#reading = { stamp, ground: this.#ground(range.threadId), turns: reviewedTurns(this.#folder.tables.turns, range) }
    return this.#reading
  }

  /** Finishes what was decided before, and then sees the thread as it is. */
  #decidedGround(threadId: string): ReviewGround {
    this.#operations.rollForward()
    return this.#ground(threadId)
  }

  #ground(threadId: string): ReviewGround {
    const thread = new ReviewedThread(this.#folder.tables.contents, this.#tables, threadId, this.#merges)
    return { folder: this.#folder, tables: this.#tables, operations: this.#operations, thread, counted: this.#counted }
  }
}

function reviewOf({ folder, thread }: ReviewGround, path: string, turns: ReviewedTurns): FileReview | undefined {
  const name = folder.nameOf(path)
  return name === undefined ? undefined : reviewFile(thread, folder.tables.versions.ofPath(name, turns.first), turns)
}
