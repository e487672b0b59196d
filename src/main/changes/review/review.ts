import type { LedgerCalls, LedgerOutcome, TurnRange } from '../ledgerCalls'
import type { LedgerFolder } from '../ledgerFolder'
import type { CountedLines } from './lineCounter'
import type { ReviewContext } from './reviewContext'
import { changeGrade } from '../../../shared/changes/change'
import { HostError } from '../../../shared/errors'
import { forever } from '../turnMarks'
import { Operations } from './apply/operations'
import { decideChanges } from './decide/decideChanges'
import { previewReject } from './decide/previewReject'
import { previewRestore, restoreFiles } from './decide/restore'
import { type SkippedFile, skipReasons } from './decide/skipReasons'
import { findLastAct, undoLast } from './decide/undo'
import { undoDecision } from './decide/undoDecision'
import { type FileReview, reviewFile } from './fileReview'
import { listChanges } from './listChanges'
import { MergeCache } from './mergeCache'
import { findPendingFiles } from './pendingFiles'
import { readChange } from './readChange'
import { ReviewedThread } from './reviewedThread'
import { findReviewedTurns, type ReviewedTurns } from './reviewedTurns'
import { openReviewTables, type ReviewTables } from './reviewTables'
import { summarizeDecisions } from './tally'

type Calls = Pick<
  LedgerCalls,
  | 'list' | 'tally' | 'read' | 'decide' | 'previewReject' | 'decideAll' | 'resume' | 'undoDecision' | 'lastAct' | 'undo' | 'previewRestore'
  | 'restore' | 'forget'
>

/** Maximum files named in the response to a decision about all files. */
const maxNamed = 1_000

/** Data shared by reads of one thread's files; valid while `stamp` is unchanged. */
interface Reading {
  readonly stamp: string
  readonly context: ReviewContext
  readonly turns: ReviewedTurns
}

/** The review part of a folder's ledger: pending changes of each thread and the person's decisions. */
export class Review implements Calls {
  readonly #folder: LedgerFolder
  readonly #tables: ReviewTables
  readonly #operations: Operations
  readonly #counted: CountedLines = new Map()
  #merges = new MergeCache()
  #reading: Reading | undefined

  /** `workForMs`: how long an operation writes before letting other calls run; unlimited by default. */
  constructor(folder: LedgerFolder, { workForMs = Infinity }: { workForMs?: number } = {}) {
    this.#folder = folder
    this.#tables = openReviewTables(folder.database)
    this.#operations = new Operations(folder, this.#tables, workForMs)
  }

  /** Finishes an interrupted operation. Call it before the first scan, which would misattribute its writes. */
  rollForward(): void {
    this.#operations.rollForward()
  }

  list = (range: TurnRange): ReturnType<Calls['list']> => this.#folder.database.reading(() =>
    listChanges(this.#context(range.threadId), findReviewedTurns(this.#folder.tables.turns, range)))

  tally = ({ threadId }: Parameters<Calls['tally']>[0]): ReturnType<Calls['tally']> => this.#folder.database.reading(() =>
    summarizeDecisions(this.#context(threadId)))

  read = ({ path, ...range }: TurnRange & { path: string }): ReturnType<Calls['read']> => this.#folder.database.reading(() => {
    const { context, turns } = this.#getReading(range)
    const review = createFileReview(context, path, turns)
    if (!review)
      throw new HostError('not_found', 'Nothing of this file changed in these turns.')
    return readChange(context, review, review.isPast ? this.#decidableIn(context, path, range) : undefined)
  })

  decide = ({ act, files, ...range }: Parameters<Calls['decide']>[0]): ReturnType<Calls['decide']> => {
    const context = this.#settledContext(range.threadId)
    return decideChanges(context, act, files.map((file) => {
      const [review, whole] = this.#reviewBoth(context, file.path, range)
      return { ...file, review, whole }
    }))
  }

  decideAll = ({ act, mark, by, ...range }: Parameters<Calls['decideAll']>[0]): ReturnType<Calls['decideAll']> => {
    const [context, { turns }] = [this.#settledContext(range.threadId), this.#folder.tables]
    const [some, all] = [findReviewedTurns(turns, range), findReviewedTurns(turns, { threadId: range.threadId })]
    const pending = findPendingFiles(context, { turns: some, all, mark, by })
    const files = act === 'keep' ? pending : pending.filter(({ by }) => changeGrade(by) === 'edits')
    const chosen = new Set(files)
    const outcome = decideChanges(context, act, files)
    const left = pending.filter(file => !chosen.has(file)).map(({ path }): SkippedFile =>
      ({ path, why: 'failed', words: skipReasons.notChosen }))
    return { ...outcome, left: [...left, ...outcome.left], paths: files.slice(0, maxNamed).map(({ path }) => path) }
  }

  previewReject = (range: TurnRange): ReturnType<Calls['previewReject']> => this.#folder.database.reading(() => {
    const [context, { turns }] = [this.#context(range.threadId), this.#folder.tables]
    const [some, all] = [findReviewedTurns(turns, range), findReviewedTurns(turns, { threadId: range.threadId })]
    return previewReject(context, findPendingFiles(context, { turns: some, all, mark: forever }))
  })

  resume = (operation: Parameters<Calls['resume']>[0]): ReturnType<Calls['resume']> => this.#operations.resume(operation)

  undoDecision = ({ path, baseline, current, state, key, hunk, ...range }: Parameters<Calls['undoDecision']>[0]): LedgerOutcome => {
    const context = this.#settledContext(range.threadId)
    const [review, whole] = this.#reviewBoth(context, path, range)
    return undoDecision(context, { path, baseline, current, state, key, hunk, review, whole })
  }

  lastAct = ({ threadId }: Parameters<Calls['lastAct']>[0]): ReturnType<Calls['lastAct']> =>
    findLastAct(this.#tables, threadId)

  undo = ({ threadId, operation }: Parameters<Calls['undo']>[0]): ReturnType<Calls['undo']> =>
    undoLast(this.#settledContext(threadId), operation)

  previewRestore = ({ threadId, promptId }: Parameters<Calls['previewRestore']>[0]): ReturnType<Calls['previewRestore']> =>
    previewRestore(this.#context(threadId), promptId)

  restore = ({ threadId, ...restore }: Parameters<Calls['restore']>[0]): ReturnType<Calls['restore']> =>
    restoreFiles(this.#settledContext(threadId), restore)

  /** Deletes a thread's decisions. The ledger deletes its versions. */
  forget = ({ threadId }: Parameters<Calls['forget']>[0]): void => {
    this.#operations.rollForward() // its writes need the journal
    this.#merges = new MergeCache()
    this.#reading = undefined
    this.#folder.transaction(() => {
      this.#tables.baselines.forget(threadId)
      this.#tables.operations.forget(threadId)
    })
  }

  /** The review of a file in these turns, and in all of the thread's. */
  #reviewBoth(
    context: ReviewContext,
    path: string,
    range: TurnRange,
  ): [FileReview | undefined, FileReview | undefined] {
    const { turns } = this.#folder.tables
    const [some, all] = [findReviewedTurns(turns, range), findReviewedTurns(turns, { threadId: range.threadId })]
    return [createFileReview(context, path, some), createFileReview(context, path, all)]
  }

  /** Turns that must be included in the review to decide about the file. */
  #decidableIn(context: ReviewContext, path: string, { threadId, from, to }: TurnRange): 'since' | 'thread' {
    const since = to === undefined
      ? undefined
      : createFileReview(context, path, findReviewedTurns(this.#folder.tables.turns, { threadId, from }))
    return since && !since.isPast ? 'since' : 'thread'
  }

  /** Files are read one after another, so shared data is reloaded only after a change. */
  #getReading(range: TurnRange): Reading {
    const stamp = JSON.stringify([this.#folder.database.changeCount(), range.threadId, range.from, range.to])
    if (this.#reading?.stamp !== stamp || this.#reading.context.thread.texts.isUsed) {
      this.#reading = {
        stamp,
        context: this.#context(range.threadId),
        turns: findReviewedTurns(this.#folder.tables.turns, range),
      }
    }
    return this.#reading
  }

  /** Finishes earlier decisions, then loads the thread. */
  #settledContext(threadId: string): ReviewContext {
    this.#operations.rollForward()
    return this.#context(threadId)
  }

  #context(threadId: string): ReviewContext {
    const thread = new ReviewedThread(this.#folder.tables.contents, this.#tables, threadId, this.#merges)
    return { folder: this.#folder, tables: this.#tables, operations: this.#operations, thread, counted: this.#counted }
  }
}

function createFileReview({ folder, thread }: ReviewContext, path: string, turns: ReviewedTurns): FileReview | undefined {
  const name = folder.toRelative(path)
  return name === undefined ? undefined : reviewFile(thread, folder.tables.versions.ofPath(name, turns.first), turns)
}
